import { randomUUID } from 'node:crypto'
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Only its owner can list it, open it or put something into it, even if it was there before. */
export async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  await chmod(path, 0o700)
}

/** A new file for its owner alone. One that is there already, or a link, is left as it is and refused. */
export async function writeNewPrivateFile(path: string, content: string | Uint8Array): Promise<void> {
  await writeFile(path, content, { flag: 'wx', mode: 0o600 })
}

/** Takes the place of the old file at once. Writing into the old one would keep its permissions. */
export async function replacePrivateFile(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const next = `${path}.${randomUUID()}`
  await writeNewPrivateFile(next, content)
  await rename(next, path)
}
