import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { erasePostgres } from './postgres/postgres.ts'
import { inProject } from './project.ts'
import { keptCode } from './testing/server-process.ts'

const copies: { folder: string; child: ChildProcess }[] = []

afterAll(async () => {
  for (const { folder, child } of copies) {
    if (child.exitCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    await erasePostgres({ dataDir: join(folder, 'postgres') })
    await rm(folder, { recursive: true, force: true })
  }
})

/** Starts a copy with nothing said about ports. Returns the addresses it prints once it is ready. */
async function startCopy(): Promise<{ portal: string; inbox: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'larkwell-copy-'))
  await chmod(folder, 0o755)
  const child = spawn(process.execPath, [inProject('tools', 'start.ts'), '--data', folder], {
    env: { PATH: process.env['PATH'], ...keptCode },
    stdio: 'pipe',
  })
  copies.push({ folder, child })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => {
        output += text.toString()
        if (output.includes('Ctrl-C')) resolve()
      })
    child.once('exit', () => reject(new Error(`Larkwell did not start:\n${output}`)))
  })
  const [portal = '', inbox = ''] = ['Portal', 'Families'].map(
    (name) => new RegExp(`${name} +(http://[^ /\\n]+)`).exec(output)?.[1],
  )
  return { portal, inbox }
}

describe('Two copies started at the same moment', () => {
  it('both get ready, each with its own portal and inbox', async () => {
    const started = await Promise.all([startCopy(), startCopy()])
    const addresses = started.flatMap(({ portal, inbox }) => [
      `${portal}/readyz`,
      `${inbox}/_sandbox/healthz`,
    ])
    expect(new Set(addresses).size).toBe(4)
    for (const address of addresses) expect((await fetch(address)).status, address).toBe(200)
  })
})
