import { formatDate, formatDateWithDay, type CalendarDate } from '#domain/calendar/calendar.ts'
import { sumOf, type Cents } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'
import { openSheet, sheetWidth, sum, type Column, type Company } from './sheet.ts'

export type ArrangementFacts = {
  region: Region
  shortId: string
  schoolName: string
  /** The tuition year of the plan, as families read it. */
  year: string
  agreedOn: CalendarDate
  /** The member of staff who made the proposal. */
  madeBy: string
  /** The parent who accepted it; null if the reader may not know. */
  parentName: string | null
  payments: readonly { date: CalendarDate; amount: Cents }[]
  /** The conditions on our side. */
  notes: readonly string[]
}

const columns: Column[] = [
  { label: 'Payment', width: 90 },
  { label: 'Day', width: sheetWidth - 220 },
  { label: 'Amount', width: 130, align: 'right' },
]

/** The family's copy of an arrangement for a family in hardship. */
export function arrangementPdf(facts: ArrangementFacts, company: Company): Promise<Uint8Array> {
  const { region, shortId, agreedOn, payments } = facts
  const sheet = openSheet({
    title: `Payment arrangement ${shortId}`,
    about: `Payment arrangement · Account ${shortId}`,
    region,
    dated: agreedOn,
    company,
  })
  const total = sumOf(payments)
  const last = payments.at(-1)
  sheet.title('Payment arrangement', `Agreed on ${formatDate(agreedOn)}`)
  sheet.facts(
    [
      ['Agreed by', facts.parentName ?? 'A parent of this account'],
      ['Account', shortId],
      ['School', facts.schoolName],
    ],
    [
      ['Agreed with', `${facts.madeBy}, ${company.brand}`],
      ['Plan', facts.year],
      ...(last ? ([['Last payment', formatDate(last.date)]] satisfies [string, string][]) : []),
    ],
  )
  sheet.heading('The payments')
  sheet.table(
    columns,
    payments.map(({ date, amount }, index) => [
      `${index + 1} of ${payments.length}`,
      formatDateWithDay(date),
      sum(amount, region),
    ]),
  )
  sheet.totals([['Total', sum(total, region)]])
  sheet.heading('What we agreed')
  for (const note of facts.notes) sheet.paragraph(note)
  const { phone, email } = company.support[region]
  sheet.heading('If something changes again')
  sheet.paragraph(
    `Tell us in the portal, call ${phone} or write to ${email}. If a payment has moved since, the payment schedule in the portal has the day on which it is collected.`,
  )
  return sheet.finish()
}
