import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { replacePrivateFile } from './private-file.ts'

const file = process.env['OPS_TOKEN_FILE'] ?? join(import.meta.dirname, '..', '.data', 'ops-token')

type Kept = Record<string, string>

/** The token for one server, from the environment or from the last log-in there. */
export async function keptToken(url: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  return env['OPS_TOKEN'] ?? (await readKept())[url]
}

export async function keepToken(url: string, token: string): Promise<void> {
  await replacePrivateFile(file, JSON.stringify({ ...(await readKept()), [url]: token }))
}

export async function forgetToken(url: string): Promise<void> {
  const { [url]: _, ...others } = await readKept()
  if (Object.keys(others).length === 0) await rm(file, { force: true })
  else await replacePrivateFile(file, JSON.stringify(others))
}

async function readKept(): Promise<Kept> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Kept
  } catch {
    // Missing or unreadable: log in again.
    return {}
  }
}
