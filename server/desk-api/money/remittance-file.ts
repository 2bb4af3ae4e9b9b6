import type { FileReply } from '#contract/endpoint.ts'
import { formatNumber, toDecimal } from '#domain/money.ts'
import { csvText } from '../../platform/csv/csv-text.ts'
import type { Remittance, RemittanceLine } from '../../books/remittances/remittances.reads.ts'

const header = ['Account', 'Family', 'Students', 'Paid on', 'For', 'Currency', 'Amount', 'Payment']

/** The CSV file from which the school books the money. */
export function remittanceFile(remittance: Remittance & { lines: readonly RemittanceLine[] }): FileReply {
  const { lines, currency, schoolName, remittedOn } = remittance
  const rows = lines.map((line) => [
    line.shortId,
    line.familyName,
    line.students,
    line.paidOn,
    line.periodName ?? '',
    currency,
    Number(formatNumber(toDecimal(line.amount))),
    line.paymentId,
  ])
  return {
    bytes: new TextEncoder().encode(csvText(header, rows)),
    fileName: `${schoolName} ${remittedOn} ${currency}.csv`,
  }
}
