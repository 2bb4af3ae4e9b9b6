import { readFileSync } from 'node:fs'
import type { DocumentName } from './components.ts'

const folder = new URL('../../../docs/api/', import.meta.url)

/** The guides of `docs/api` that each document contains, in the order of the page. */
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

/** The guides that precede the reference. Each begins with a heading, so that the page lists it as a chapter. */
export function readGuides(name: DocumentName): string {
  return guides[name].map(readGuide).join('\n\n')
}

/** Removes the markers of generated parts, and links between guides, which only work between files. */
function readGuide(guide: string): string {
  return readFileSync(new URL(`${guide}.md`, folder), 'utf8')
    .replace(/<!-- .*? -->\n*/g, '')
    .replace(/\[([^\]]+)\]\([\w-]+\.md\)/g, '$1')
    .trim()
}
