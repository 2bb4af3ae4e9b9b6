import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { type Lock, takeFile, takeLock } from './lock.ts'

const folder = await mkdtemp(join(tmpdir(), 'larkwell-lock-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

it('admits exactly one of many starters, and gives the others its address', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => takeLock(folder)))
  const winners = outcomes.filter((outcome) => outcome.status === 'fulfilled')
  expect(winners).toHaveLength(1)
  const lock = winners[0]?.value as Lock
  lock.announce('http://localhost:3000')
  await expect(takeLock(folder)).rejects.toThrow(`already runs on ${folder}: see http://localhost:3000`)
  await lock.release()
  await (await takeLock(folder)).release()
})

it('recognises the folder behind a symbolic link', async () => {
  const link = join(folder, 'link')
  await symlink(folder, link)
  const lock = await takeLock(folder)
  await expect(takeLock(link)).rejects.toThrow('already runs')
  await lock.release()
})

it('is free again as soon as its holder is killed', async () => {
  const script = `const { takeLock } = await import(process.argv[1]); await takeLock(process.argv[2]);
    console.log('taken'); setInterval(() => {}, 1000)`
  const holder = spawn(process.execPath, ['-e', script, join(import.meta.dirname, 'lock.ts'), folder])
  await once(holder.stdout, 'data')
  await expect(takeLock(folder)).rejects.toThrow('already runs')
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  await (await takeLock(folder)).release()
})

it('falls back on a file that is valid only while its process lives', async () => {
  const lock = await takeFile(folder)
  await expect(takeFile(folder)).rejects.toThrow('already runs')
  await lock.release()
  await writeFile(join(folder, 'lock.json'), JSON.stringify({ pid: 2 ** 22 + 1, address: 'gone' }))
  await (await takeFile(folder)).release()
})
