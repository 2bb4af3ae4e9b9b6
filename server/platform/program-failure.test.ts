import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { expect, it } from 'vitest'
import { failureText, ProgramFailure } from './program-failure.ts'
import { ProviderFailure } from './providers/provider-failure.ts'
import { WrongSettings } from './settings/setting.ts'

const caught = async (run: () => unknown) => {
  try {
    await run()
  } catch (error) {
    return error
  }
  throw new Error('Nothing failed')
}
const cause = new Error('connect ECONNREFUSED 127.0.0.1:1')

it.each([
  ['a failure of ours', new ProgramFailure('Run this first.'), 'Run this first.'],
  ['wrong settings', new WrongSettings(['PORT is wrong']), /^One setting is wrong .*:\n- PORT is wrong$/],
  [
    'a provider that is away',
    new ProviderFailure('stripe', true, 'Stripe did not answer', { cause }),
    'Stripe did not answer: connect ECONNREFUSED 127.0.0.1:1.',
  ],
  [
    'a provider that is away in both countries',
    new AggregateError([
      new ProviderFailure('stripe', true, 'Stripe did not answer', { cause }),
      new ProviderFailure('stripe', true, 'Stripe did not answer', { cause }),
    ]),
    'Stripe did not answer: connect ECONNREFUSED 127.0.0.1:1.',
  ],
  [
    'an option that does not exist',
    await caught(() => parseArgs({ args: ['--dry-run'] })),
    "Unknown option '--dry-run'.",
  ],
  [
    'a file that this user may not write',
    Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES', path: '/data' }),
    '/data cannot be used: this user may not use it (EACCES).',
  ],
])('says %s in a sentence', (_, error, sentence) => {
  expect(failureText(error)).toMatch(sentence)
  expect(failureText(error)).not.toMatch(/^ +at /m)
})

it('names the file that stands where a folder should be', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'larkwell-failure-'))
  const file = join(folder, 'data')
  await writeFile(file, '')
  const error = await caught(() => mkdir(join(file, 'postgres'), { recursive: true }))
  expect(failureText(error)).toBe(
    `${join(file, 'postgres')} cannot be used: a part of this path is a file (ENOTDIR).`,
  )
  await rm(folder, { recursive: true })
})

it('shows the stack and the cause of what nobody has foreseen', () => {
  const text = failureText(new TypeError('x is not a function', { cause }))
  expect(text).toMatch(/^TypeError: x is not a function\n +at /)
  expect(text).toContain('[cause]: Error: connect ECONNREFUSED')
})
