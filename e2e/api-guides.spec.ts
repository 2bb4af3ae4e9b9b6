import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inProject } from '#tools/project.ts'
import { expect, test } from './journey.ts'
import { addresses } from './stack.ts'
import { inTurn } from './turns.ts'

type Block = { language: string; text: string }

/** The code blocks of a guide, in order. */
async function blocksOf(name: string): Promise<Block[]> {
  const guide = await readFile(inProject('docs', 'api', `${name}.md`), 'utf8')
  return [...guide.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({
    language,
    text,
  }))
}

/** Runs the commands of a guide in one shell, as a reader would, and gives what each block has printed. */
async function run(commands: string[]): Promise<string[]> {
  const end = '--- end of a block ---'
  const script = ['set -eo pipefail', ...commands.map((text) => `${text}\necho\necho '${end}'`)].join('\n')
  const cwd = await mkdtemp(join(tmpdir(), 'guide-'))
  try {
    const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd })
    return stdout.split(end).map((text) => text.trim())
  } finally {
    await rm(cwd, { recursive: true })
  }
}

/** Every field of the example is there and of the same type. A reply has more fields, and values of its own. */
function expectLike(reply: unknown, example: unknown, path = 'reply'): void {
  expect(typeof reply, path).toBe(typeof example)
  if (typeof example !== 'object' || example === null) return
  for (const [key, value] of Object.entries(example))
    expectLike((reply as Record<string, unknown>)[key], value, `${path}.${key}`)
}

test('Getting started works as it is written, from the first reply to a payment', async () => {
  const { portal, sandbox } = addresses()
  const blocks = await blocksOf('getting-started')
  const commands = blocks
    .filter(({ language }) => language === 'sh')
    .map(({ text }) =>
      text.replace('http://localhost:3000', portal).replace('http://localhost:12111', sandbox),
    )
  expect(commands[0]).toContain(`API=${portal}\nSANDBOX=${sandbox}\n`)
  const outputs = await inTurn('pay.vm@demo.example', () => run(commands))

  let ran = -1
  for (const { language, text } of blocks) {
    if (language === 'sh') ran += 1
    if (language === 'json') expectLike(JSON.parse(outputs[ran] ?? ''), JSON.parse(text))
    if (language === 'text') expect(outputs[ran]).toBe(text.trim())
  }
  const [paid, refused] = [outputs.at(-4), outputs.at(-2)].map((text) => JSON.parse(text ?? '') as object)
  expect(paid).toMatchObject({ status: 'Succeeded', amount: 125 })
  expect(refused).toMatchObject({ code: 'request_id_reused' })
})
