import { formatDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { guaranteeTitle, wholeGuarantee } from '#domain/payment-methods/direct-debit-guarantee.ts'
import type { Region } from '#domain/region.ts'
import { openSheet, type Company } from './sheet.ts'

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
  /** The exact text that was agreed to; each line is a paragraph. */
  text: string
  /** The terms it refers to, as of that day. */
  terms: { version: number; text: string } | null
}

/** The payer's copy of the authority to debit a bank account. */
export function directDebitAgreementPdf(
  facts: DirectDebitAgreementFacts,
  company: Company,
): Promise<Uint8Array> {
  const { region, shortId, agreedOn } = facts
  const sheet = openSheet({
    title: `Direct debit authorisation ${shortId}`,
    about: `Direct debit authorisation · Account ${shortId}`,
    region,
    dated: agreedOn,
    company,
  })
  sheet.title('Direct debit authorisation', `Given on ${formatDate(agreedOn)}`)
  sheet.facts(
    [
      ['Name', facts.customerName],
      ['Account', shortId],
      ['School', facts.schoolName],
    ],
    [
      ['Bank account', facts.bankAccount],
      ['Held by', facts.holderName],
      ['Collected by', company.brand],
    ],
  )
  sheet.heading(`What you agreed to (version ${facts.version})`)
  for (const paragraph of paragraphsOf(facts.text)) sheet.paragraph(paragraph)
  if (region === 'UK') {
    sheet.heading(guaranteeTitle)
    for (const promise of wholeGuarantee) sheet.paragraph(promise)
  }
  writeHelp(sheet, region, company)
  if (facts.terms) {
    sheet.heading(`The agreement it refers to (version ${facts.terms.version})`)
    writeTerms(sheet, facts.terms.text)
  }
  return sheet.finish()
}

/** The terms themselves, the same for everyone and unsigned. */
export function directDebitTermsPdf(
  terms: { version: number; validFrom: CalendarDate; text: string },
  company: Company,
): Promise<Uint8Array> {
  const { version, validFrom } = terms
  const sheet = openSheet({
    title: 'Direct Debit Agreement',
    about: `Direct Debit Agreement · Version ${version}`,
    region: 'AU',
    dated: validFrom,
    company,
  })
  sheet.title('Direct Debit Agreement', `Version ${version}, in force since ${formatDate(validFrom)}`)
  writeTerms(sheet, terms.text)
  writeHelp(sheet, 'AU', company)
  return sheet.finish()
}

export function directDebitGuaranteePdf(today: CalendarDate, company: Company): Promise<Uint8Array> {
  const sheet = openSheet({
    title: guaranteeTitle,
    about: guaranteeTitle,
    region: 'UK',
    dated: today,
    company,
  })
  sheet.title(guaranteeTitle)
  for (const promise of wholeGuarantee) sheet.paragraph(promise)
  writeHelp(sheet, 'UK', company)
  return sheet.finish()
}

type Sheet = ReturnType<typeof openSheet>

function writeHelp(sheet: Sheet, region: Region, { support }: Company): void {
  const { phone, email } = support[region]
  sheet.heading('To change, stop or dispute a debit')
  sheet.paragraph(
    `You can change your payment method at any time in the portal. To stop or dispute a debit, call ${phone} or write to ${email}, or ask your bank.`,
  )
}

function writeTerms(sheet: Sheet, text: string): void {
  for (const paragraph of paragraphsOf(text)) {
    if (paragraph.startsWith('# ')) sheet.heading(paragraph.slice(2))
    else sheet.paragraph(paragraph)
  }
}

function paragraphsOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}
