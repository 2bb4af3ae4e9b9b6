import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, connect, type Server } from 'node:net'
import { join } from 'node:path'
import { ProgramFailure } from '#server/platform/program-failure.ts'

export type Lock = {
  /** Sets the address that a second starter sees. */
  announce(address: string): void
  release(): Promise<void>
}

export class FolderTaken extends ProgramFailure {
  readonly address: string | undefined
  constructor(folder: string, address: string | undefined) {
    super(`Larkwell already runs on ${folder}${address ? `: see ${address}` : ' (it is just starting)'}.`)
    this.address = address
  }
}

/** One process per data folder. The lock ends with its holder, even after `kill -9`. */
export async function takeLock(folder: string): Promise<Lock> {
  await mkdir(folder, { recursive: true })
  return process.platform === 'linux' ? takeSocket(folder) : takeFile(folder)
}

/**
 * Linux frees an abstract socket as soon as its process ends, so the lock never gets stale. Its name comes from the
 * folder's inode, not its path: a symbolic link gives the same lock.
 */
async function takeSocket(folder: string): Promise<Lock> {
  const { dev, ino } = await stat(folder)
  const path = `\0larkwell-${dev}-${ino}`
  let address = ''
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.end(address)
  })
  if (!(await listen(server, path))) throw new FolderTaken(folder, await readAddress(path))
  server.unref()
  return {
    announce: (text) => (address = text),
    release: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function listen(server: Server, path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    server.listen({ path, exclusive: true }, () => resolve(true))
  })
}

function readAddress(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect({ path })
    socket.setTimeout(1_000, () => socket.destroy())
    socket.on('data', (text) => (answer += text.toString()))
    socket.on('error', () => resolve(undefined))
    socket.on('close', () => resolve(answer || undefined))
  })
}

type Holder = { pid: number; address: string }

/** Other systems use a file with the holder's process id, valid only while that process lives. */
export async function takeFile(folder: string): Promise<Lock> {
  const file = join(folder, 'lock.json')
  const write = (address: string, flag: string) =>
    writeFile(file, JSON.stringify({ pid: process.pid, address } satisfies Holder), { flag })
  try {
    await write('', 'wx')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const holder = await readHolder(file)
    if (holder && isAlive(holder.pid)) throw new FolderTaken(folder, holder.address || undefined)
    await rm(file, { force: true })
    await write('', 'wx')
  }
  return {
    announce: (address) => void write(address, 'w').catch(() => {}),
    release: () => rm(file, { force: true }),
  }
}

async function readHolder(file: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Holder
  } catch {
    return undefined
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
