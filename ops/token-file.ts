import { readFile, rm } from 'node:fs/promises'
import { replacePrivateFile } from './private-file.ts'

type Kept = Record<string, string>

/** The token of the last log-in at a server. */
export async function keptToken(file: string, url: string): Promise<string | undefined> {
  return (await readKept(file))[url]
}

export async function keepToken(file: string, url: string, token: string): Promise<void> {
  await replacePrivateFile(file, JSON.stringify({ ...(await readKept(file)), [url]: token }))
}

export async function forgetToken(file: string, url: string): Promise<void> {
  const { [url]: _, ...others } = await readKept(file)
  if (Object.keys(others).length === 0) await rm(file, { force: true })
  else await replacePrivateFile(file, JSON.stringify(others))
}

async function readKept(file: string): Promise<Kept> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Kept
  } catch {
    // Missing or unreadable: log in again.
    return {}
  }
}
