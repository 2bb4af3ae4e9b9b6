import { formatDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { cents, type Cents } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'
import { surchargePercentage } from '#domain/payment-methods/surcharges.ts'
import { openSheet, sheetWidth, sum, type Column, type Fact, type Company } from './sheet.ts'

export type ReceiptFacts = {
  region: Region
  /** Null if the reader need not know. */
  customerName: string | null
  shortId: string
  schoolName: string
  paidOn: CalendarDate
  /** What the family's account was credited with. */
  amount: Cents
  surcharge: Cents
  basisPoints: number
  methodName: string | null
  reference: string
  /** How much of all that was paid has gone back since. */
  refunded: Cents
}

const columns: Column[] = [
  { label: 'Description', width: sheetWidth - 130 },
  { label: 'Amount', width: 130, align: 'right' },
]

/** What was paid, to keep. `house` is what `companySettings` gives. */
export function receiptPdf(facts: ReceiptFacts, company: Company): Promise<Uint8Array> {
  const { region, amount, surcharge, refunded } = facts
  const total = cents(amount + surcharge)
  const sheet = openSheet({
    title: `Receipt ${facts.reference}`,
    about: `Receipt ${facts.reference} · Account ${facts.shortId}`,
    region,
    dated: facts.paidOn,
    company,
  })
  sheet.title('Receipt', `For your payment to ${facts.schoolName}`)
  sheet.panel([
    ['Total paid', sum(total, region)],
    ['Date', formatDate(facts.paidOn)],
    ['Reference', facts.reference],
  ])
  sheet.facts(
    [
      ...(facts.customerName === null ? [] : [['Name', facts.customerName] satisfies Fact]),
      ['Account', facts.shortId],
    ],
    [
      ['School', facts.schoolName],
      ...(facts.methodName === null ? [] : [['Paid with', facts.methodName] satisfies Fact]),
    ],
  )
  sheet.table(columns, [
    [`Payment to ${facts.schoolName}`, sum(amount, region)],
    ...(surcharge > 0
      ? [[`Card surcharge (${surchargePercentage(facts.basisPoints)})`, sum(surcharge, region)]]
      : []),
  ])
  sheet.totals([
    ['Total paid', sum(total, region)],
    ...(refunded > 0
      ? ([
          ['Refunded since', sum(cents(0 - refunded), region)],
          ['Paid after refunds', sum(cents(total - refunded), region)],
        ] satisfies Fact[])
      : []),
  ])
  sheet.paragraph('Thank you. Please keep this receipt for your records.')
  return sheet.finish()
}
