import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { ProgramFailure } from '#server/platform/program-failure.ts'

export type Secrets = { sessionKeys: string; codePepper: string; encryptionKeys: string }

/** Made once and kept, so that sessions and encrypted data survive a restart. */
export async function keepSecrets(file: string): Promise<Secrets> {
  const kept = await readKept(file)
  const random = (encoding: 'base64' | 'base64url' = 'base64url') => randomBytes(32).toString(encoding)
  const secrets = {
    sessionKeys: `k1:${random()}`,
    codePepper: random(),
    encryptionKeys: `k1:${random('base64')}`,
    ...kept,
  }
  // Also if an older file lacks a new secret.
  if (Object.keys(secrets).length !== Object.keys(kept).length)
    await writeFile(file, JSON.stringify(secrets), { mode: 0o600 })
  return secrets
}

async function readKept(file: string): Promise<Partial<Secrets>> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Partial<Secrets>
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    if (!(error instanceof SyntaxError)) throw error
    // With new secrets, what the old ones encrypted would be lost silently.
    const message = `${file} is broken, and holds the keys of the data beside it.`
    throw new ProgramFailure(`${message} Start with --fresh to begin with new data.`, { cause: error })
  }
}
