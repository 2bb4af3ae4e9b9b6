import { callCommand } from '../call-command.ts'
import { readFile } from 'node:fs/promises'
import type { PublishedText, StaffText } from '#contract/staff-texts.ts'
import { textKinds } from '#domain/texts.ts'
import { choice } from '../choice.ts'
import { command, type Command } from '../command.ts'
import { OpsFailure } from '../failure.ts'
import { facts, sections, table } from '../table.ts'
import { day } from '../words.ts'

const kind = { name: 'kind', about: 'its kind, from texts list' } as const
const product = { value: 'product', about: 'of a text that differs by product, from texts list' } as const

type Version = { version: number; from: string }

const versionText = ({ version, from }: Version) => `${version}, from ${day(from)}`

export const textCommands: Command[] = [
  callCommand({
    name: 'texts list',
    about: 'Lists the texts that families rely on, with the version in force and since when.',
    call: 'GET /api/staff/texts',
    examples: ['texts list'],
    text: (texts) =>
      table(texts, [
        { title: 'Kind', value: (each) => each.kind },
        { title: 'Product', value: ({ productType }) => productType },
        { title: 'Version', value: ({ current }) => current?.version, alignRight: true },
        { title: 'Since', value: ({ current }) => day(current?.from) },
        { title: 'Follows', value: ({ later }) => later.map(versionText).join('; ') },
        { title: 'What', value: ({ about }) => about },
      ]),
  }),
  callCommand({
    name: 'texts show',
    about: 'Shows a text line by line: the version in force, or another one.',
    call: 'GET /api/staff/texts/:kind',
    arguments: { kind: 'its kind, from texts list' },
    options: {
      version: 'another version than the one in force',
      product: { about: 'of a text that differs by product, from texts list', field: 'productType' },
    },
    examples: ['texts show MoveTextAU', 'texts show ProductSwitch --product PayPlus --version 1'],
    text: (found) => textPage(found),
  }),
  command({
    name: 'texts publish',
    about: 'Publishes a new version of a text from a file, after showing what is different.',
    arguments: [kind, { name: 'file', about: 'a text file, with the lines in the order of texts show' }],
    options: {
      from: { value: 'date', about: 'the day on which it begins; without it, immediately' },
      product,
      yes: { about: 'publishes it; without it you only see what would be different' },
    },
    isChange: true,
    examples: [
      'texts publish MoveTextAU move.txt --reason "Wording of our lawyer"',
      'texts publish MoveTextAU move.txt --from 2027-01-01 --reason "Wording of our lawyer" --yes',
    ],
    async run({ api, reason, argument, option, note }) {
      const body = await textIn(argument.file)
      const send = (more: { isPreview?: true; replaces?: number }) =>
        api('POST /api/staff/texts/:kind', {
          params: { kind: choice('kind', argument.kind, textKinds) },
          body: { productType: option.product, body, from: option.from, ...more, reason },
        })
      const preview = await send({ isPreview: true })
      const page = changePage(preview)
      if (!option.yes)
        return {
          raw: preview,
          text: `${page}\n\nNothing is published yet. If it is as it should be, add --yes.`,
        }
      note(page)
      const raw = await send({ replaces: preview.before.version })
      return { raw, text: `Published: version ${raw.version} of ${raw.kind}, from ${day(raw.from)}.` }
    },
  }),
]

async function textIn(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch {
    throw new OpsFailure('usage', `${file} cannot be read.`, 'Name a text file.')
  }
}

function textPage({ kind: name, productType, about, lines, values, versions, ...shown }: StaffText): string {
  const head = facts([
    ['Kind', name],
    ['Product', productType],
    ['What', about],
    ['Version', `${versionText(shown)}${shown.isInForce ? ', in force' : ''}`],
    ['Filled in', values.map((value) => `{${value}}`).join(', ')],
    ['All versions', versions.map(versionText).join('; ')],
  ])
  return `${head}\n\n${linesPage(lines)}`
}

const linesPage = (lines: StaffText['lines']) =>
  lines
    .map(({ about, text }, index) => `${index + 1}. ${text}${about === '' ? '' : `\n   (${about})`}`)
    .join('\n')

/** Only the lines that are not as they were. */
function changePage({ before, version, from, lines, later }: PublishedText): string {
  const count = Math.max(before.lines.length, lines.length)
  const changed = Array.from({ length: count }, (_, index) => {
    const [was, is] = [before.lines[index]?.text, lines[index]?.text]
    if (was === is) return []
    const marked = [was === undefined ? [] : `- ${was}`, is === undefined ? [] : `+ ${is}`].flat()
    return [[`Line ${index + 1}`, marked.join('\n')] as const]
  }).flat()
  const follows = later.map((each) => `Version ${each.version} takes its place on ${day(each.from)}.`)
  return [
    `Version ${version} from ${day(from)}, instead of version ${before.version}:`,
    sections(changed),
    ...follows,
  ].join('\n\n')
}
