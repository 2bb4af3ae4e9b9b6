import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'

export type Secrets = { sessionKeys: string; codePepper: string }

/** Made once and kept, so that sessions outlive a restart. */
export async function keepSecrets(file: string): Promise<Secrets> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Secrets
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const random = () => randomBytes(32).toString('base64url')
  const secrets = { sessionKeys: `k1:${random()}`, codePepper: random() }
  await writeFile(file, JSON.stringify(secrets), { mode: 0o600 })
  return secrets
}
