import { formatDate, type CalendarDate } from '#domain/calendar.ts'
import type { Region } from '#domain/region.ts'
import { directDebitGuarantee } from '../messages/direct-debit-guarantee.ts'
import { openSheet, type House } from './sheet.ts'

export type DirectDebitAgreementFacts = {
  region: Region
  customerName: string
  shortId: string
  schoolName: string
  /** Never the whole number: "Bank account ending 3456". */
  bankAccount: string
  holderName: string
  agreedOn: CalendarDate
  version: number
  /** What was agreed to, word for word; a new paragraph is a new line. */
  text: string
}

/** The authority to debit a bank account, as it was given: a copy to keep. */
export function directDebitAgreementPdf(facts: DirectDebitAgreementFacts, house: House): Promise<Uint8Array> {
  const { region, shortId, agreedOn } = facts
  const { phone, email } = house.support[region]
  const sheet = openSheet({
    title: `Direct debit agreement ${shortId}`,
    about: `Direct debit agreement · Account ${shortId}`,
    region,
    dated: agreedOn,
    house,
  })
  sheet.title('Direct debit agreement', `Given on ${formatDate(agreedOn)}`)
  sheet.facts(
    [
      ['Name', facts.customerName],
      ['Account', shortId],
      ['School', facts.schoolName],
    ],
    [
      ['Bank account', facts.bankAccount],
      ['Held by', facts.holderName],
      ['Collected by', house.brand],
    ],
  )
  sheet.heading(`What you agreed to (version ${facts.version})`)
  for (const paragraph of paragraphsOf(facts.text)) sheet.paragraph(paragraph)
  if (region === 'UK') {
    sheet.heading(directDebitGuarantee.title)
    for (const line of directDebitGuarantee.lines) sheet.paragraph(line)
  }
  sheet.heading('To change, stop or dispute a debit')
  sheet.paragraph(
    `You can change your payment method at any time in the portal. To stop or dispute a debit, call ${phone} or write to ${email}, or ask your bank.`,
  )
  return sheet.finish()
}

function paragraphsOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}
