import { readFileSync } from 'node:fs'
import type { DocumentName } from './openapi.ts'

const folder = new URL('../../../docs/api/', import.meta.url)

/** Which guides of `docs/api` belong to which document, in the order of the page. */
export const guides = {
  customer: [
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
  guest: ['idempotency', 'errors', 'money-and-time', 'rate-limits', 'test-data'],
  staff: ['staff', 'errors', 'money-and-time'],
} as const satisfies Record<DocumentName, readonly string[]>

/** The guides that stand before the reference. Each begins with a heading, so that the page lists it as a chapter. */
export function readGuides(name: DocumentName): string {
  return guides[name].map(readGuide).join('\n\n')
}

/** Without the marks of generated parts. Links between guides are of use only where the guides are files. */
function readGuide(guide: string): string {
  return readFileSync(new URL(`${guide}.md`, folder), 'utf8')
    .replace(/<!-- .*? -->\n*/g, '')
    .replace(/\[([^\]]+)\]\([\w-]+\.md\)/g, '$1')
    .trim()
}
