import { addDays, formatDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { cents, type Cents } from '#domain/money.ts'
import { readConfig } from '#server/platform/config.ts'
import { openSheet, sheetWidth, sum, type Column, type Company } from '#server/letters/documents/sheet.ts'
import { withStored } from '#server/platform/settings/company-settings.ts'
import type { School } from './schools.ts'

export type SchoolInvoice = {
  school: School
  /** Its name in lists. */
  name: string
  issuedOn: CalendarDate
  holderName: string
  students: string[]
  /** "Term 2 2026" */
  period: string
  lines: { text: string; amount: Cents }[]
}

const company: Company = withStored(readConfig({ DATABASE_URL: 'postgres://none' }), {})
const columns: Column[] = [
  { label: 'Description', width: sheetWidth - 130 },
  { label: 'Amount', width: 130, align: 'right' },
]

/** A school's own invoice. */
export function schoolInvoicePdf(invoice: SchoolInvoice): Promise<Uint8Array> {
  const { school, name, issuedOn, holderName, students, period, lines } = invoice
  const { region } = school
  const total = cents(lines.reduce((all, { amount }) => all + amount, 0))
  const sheet = openSheet({
    title: name,
    about: `${name} · ${school.name}`,
    region,
    dated: issuedOn,
    company,
    sender: { name: school.name, lines: [`accounts@${school.domain}`, school.phone, `www.${school.domain}`] },
  })
  sheet.title('Invoice', name)
  sheet.facts(
    [
      ['Billed to', holderName],
      [students.length === 1 ? 'Student' : 'Students', students.join(', ')],
      ['Issued on', formatDate(issuedOn)],
    ],
    [
      ['From', school.name],
      ['Period', period],
      ['Due on', formatDate(addDays(issuedOn, 21))],
    ],
  )
  sheet.table(
    columns,
    lines.map(({ text, amount }) => [text, sum(amount, region)]),
  )
  sheet.totals([['Total due', sum(total, region)]])
  sheet.paragraph(
    `Please pay by the due date. Questions about this invoice? accounts@${school.domain}, ${school.phone}.`,
  )
  return sheet.finish()
}

/** A page with some lines on it, as an uploaded copy. */
export function copyPdf(
  page: Pick<SchoolInvoice, 'school' | 'name' | 'issuedOn'> & { lines: string[] },
): Promise<Uint8Array> {
  const { school, name, issuedOn, lines } = page
  const sheet = openSheet({ title: name, about: name, region: school.region, dated: issuedOn, company })
  sheet.title(name)
  for (const line of lines) sheet.paragraph(line)
  return sheet.finish()
}
