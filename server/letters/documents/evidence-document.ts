import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { Region } from '#domain/region.ts'
import { openSheet, sheetWidth, type Company, type Fact } from './sheet.ts'

/** A sheet of evidence for a bank: facts, then text or a table. */
export type EvidenceSheet = {
  title: string
  underneath: string
  shortId: string
  region: Region
  dated: CalendarDate
  facts: Fact[]
  heading: string
  paragraphs: string[]
  table: { columns: string[]; rows: string[][] } | null
}

export function evidencePdf(facts: EvidenceSheet, company: Company): Promise<Uint8Array> {
  const sheet = openSheet({
    title: facts.title,
    about: `${facts.title} · Account ${facts.shortId}`,
    region: facts.region,
    dated: facts.dated,
    company,
  })
  sheet.title(facts.title, facts.underneath)
  const half = Math.ceil(facts.facts.length / 2)
  sheet.facts(facts.facts.slice(0, half), facts.facts.slice(half))
  sheet.heading(facts.heading)
  for (const paragraph of facts.paragraphs) sheet.paragraph(paragraph)
  if (facts.table) {
    const { columns, rows } = facts.table
    const width = sheetWidth / columns.length
    sheet.table(
      columns.map((label, index) => ({ label, width, ...(index > 0 && { align: 'right' as const }) })),
      rows,
    )
  }
  return sheet.finish()
}
