import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { inProject } from './project.ts'
import { firstOf } from './testing/long.ts'
import { itLong } from './testing/long-tests.ts'
import { keptCode } from './testing/server-process.ts'

async function run(program: string, ...args: string[]) {
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env['PATH'], ...keptCode },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

const programs = [
  ['tools/test.ts', 'npm test'],
  ['tools/start.ts', 'npm start'],
  ['tools/rehearse.ts', 'npm run rehearse'],
  ['tools/bench/bench.ts', 'npm run bench'],
  ['tools/tour/tour.ts', 'npm run tour'],
  ['tools/fuzz.ts', 'npm run fuzz'],
  ['tools/drill/failover.ts', 'npm run drill:failover'],
  ['tools/api-guides/write.ts', 'npm run guides'],
] as const

it.each(firstOf(1, programs))(
  '%s does nothing for an option that it does not know, and shows its help',
  async (program, command) => {
    const { code, output } = await run(inProject(program), '--nonsense')
    expect(output).toMatch(new RegExp(`^Unknown option '--nonsense'\\.\n\n${command} `))
    expect(output).not.toMatch(/^ +at /m)
    expect(code).toBe(1)
  },
)

it.each(firstOf(1, ['server/migrate.ts', 'server/reconcile.ts', 'server/check-ledger.ts']))(
  '%s does nothing for an option that it does not know',
  async (program) => {
    expect(await run(inProject(program), '--dry-run')).toEqual({
      code: 1,
      output: "Unknown option '--dry-run'.\n",
    })
  },
)

itLong('prints the help of a program', async () => {
  expect(await run(inProject('tools', 'fuzz.ts'), '--help')).toEqual({
    code: 0,
    output: expect.stringMatching(/^npm run fuzz /),
  })
})

it('says that the server has to be built before it can be served', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'larkwell-unbuilt-'))
  for (const file of ['serve.ts', 'platform/program-failure.ts', 'platform/providers/provider-failure.ts']) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await cp(inProject('server', file), join(folder, file))
  }
  expect(await run(join(folder, 'serve.ts'))).toEqual({
    code: 1,
    output: 'The server is not built yet: run `npm run build` first.\n',
  })
  await rm(folder, { recursive: true })
})
