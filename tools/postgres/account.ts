import { execFile } from 'node:child_process'
import { chown, stat } from 'node:fs/promises'

/** The system account PostgreSQL runs as; undefined means our own. */
export type Account = { uid: number; gid: number } | undefined

const nobody = { uid: 65534, gid: 65534 }

/**
 * PostgreSQL refuses to run as root. So root runs it as the owner of existing data, or else as nobody. The owner keeps
 * a folder usable for its user after a `sudo npm start` in it.
 */
export async function accountFor(folder: string): Promise<Account> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(folder).catch(() => undefined)
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobody
}

export async function giveTo(account: Account, path: string): Promise<void> {
  if (account) await chown(path, account.uid, account.gid)
}

/** Tried out, because access lists and mounts matter as well as mode bits. */
export async function canEnter(account: Account, folder: string): Promise<boolean> {
  if (!account) return true
  return (await run('/bin/sh', ['-c', 'cd "$1" && ls . >/dev/null', 'sh', folder], account)).code === 0
}

export type Outcome = { code: number; output: string }

export function run(
  program: string,
  args: string[],
  account: Account,
  timeoutMs = 120_000,
): Promise<Outcome> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PG')))
  return new Promise((resolve) => {
    const options = { ...account, cwd: '/', env: { ...env, LC_ALL: 'C' }, timeout: timeoutMs }
    execFile(program, args, options, (error, stdout, stderr) => {
      const failure = error && typeof error.code !== 'number' ? error.message : ''
      const code = !error ? 0 : typeof error.code === 'number' ? error.code : 1
      resolve({ code, output: [stdout, stderr, failure].filter(Boolean).join('\n').trim() })
    })
  })
}
