import { readFileSync } from 'node:fs'

const folder = new URL('../../docs/api/', import.meta.url)

/** Which guides of `docs/api` belong to whom, in the order of the page. */
export const guides = {
  portal: [
    'getting-started',
    'authentication',
    'idempotency',
    'errors',
    'money-and-time',
    'rate-limits',
    'files',
    'calendar-feed',
    'webhooks',
    'test-data',
  ],
  staff: ['staff', 'errors', 'money-and-time'],
} as const

type Guide = (typeof guides)[keyof typeof guides][number]
type Document = { info?: unknown }

/** The description of an API with guides below its own first words, which get a heading too: each is a chapter. */
export function withGuides(document: Document, names: readonly Guide[]): Document {
  const info = document.info as { description?: string } | undefined
  const overview = `# Overview\n\n${info?.description ?? ''}`
  const description = [overview, ...names.map(readGuide)].join('\n\n')
  return { ...document, info: { ...info, description } }
}

/** Without the marks of generated parts. Links between guides are of use only where the guides are files. */
function readGuide(name: Guide): string {
  return readFileSync(new URL(`${name}.md`, folder), 'utf8')
    .replace(/<!-- .*? -->\n*/g, '')
    .replace(/\[([^\]]+)\]\([\w-]+\.md\)/g, '$1')
    .trim()
}
