import { formatDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { cents, sumOf, type Cents } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'
import { surchargePercentage } from '#domain/payment-methods/surcharges.ts'
import type { ReceiptDetails } from './facts.ts'
import { paidLabel } from './paid-label.ts'
import { issuerName } from '../../platform/settings/legal-entity.ts'
import { openSheet, sheetWidth, sum, type Column, type Fact, type Company } from '../documents/sheet.ts'

export type ReceiptFacts = ReceiptDetails & {
  region: Region
  shortId: string
  schoolName: string
  paidOn: CalendarDate
  /** The amount credited to the family's account. */
  amount: Cents
  surcharge: Cents
  basisPoints: number
  methodName: string | null
  reference: string
  /** The amount refunded since, surcharge included. */
  refunded: Cents
}

const columns: Column[] = [
  { label: 'Description', width: sheetWidth - 130 },
  { label: 'Amount', width: 130, align: 'right' },
]

/** The PDF of a receipt. `company` comes from `companySettings`. */
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
      ...factOf('Payer', facts.payerName),
      ['Account', facts.shortId],
      ...factOf(facts.students.length === 1 ? 'Student' : 'Students', facts.students.join(', ') || null),
      ...factOf('Paid with', facts.methodName),
    ],
    [
      ['School', facts.schoolName],
      ...factOf('Instalment', facts.instalment),
      ...factOf('Period', facts.period),
      ['Issued by', issuerName(region, company.legalEntity[region])],
    ],
  )
  const { pays } = facts
  const credit = facts.credit ?? cents(0)
  const remaining = cents(amount - credit - sumOf(pays))
  sheet.table(columns, [
    ...pays.map((paid) => [paidLabel(paid), sum(paid.amount, region)]),
    ...(remaining > 0 || (pays.length === 0 && credit === 0)
      ? [[`Payment to ${facts.schoolName}`, sum(remaining, region)]]
      : []),
    ...(credit > 0 ? [['Credit on your account', sum(credit, region)]] : []),
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
  if (facts.stillToPay)
    sheet.paragraph(
      `${sum(facts.stillToPay.amount, region)} of what ${facts.schoolName} asked for is still to pay, ${facts.stillToPay.dueOn < facts.paidOn ? 'due since' : 'by'} ${formatDate(facts.stillToPay.dueOn)}.`,
    )
  sheet.paragraph('Thank you. Please keep this receipt for your records.')
  return sheet.finish()
}

const factOf = (label: string, value: string | null): Fact[] => (value === null ? [] : [[label, value]])
