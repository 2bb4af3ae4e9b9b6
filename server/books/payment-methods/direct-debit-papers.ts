import type { FileReply } from '#contract/endpoint.ts'
import { dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { orNotFound } from '#domain/refusal.ts'
import { textHashOf } from '../../people/consents/consents.ts'
import type { ReadDeps } from '../../platform/deps.ts'
import { companySettings } from '../../platform/settings/company-settings.ts'
import { listTexts } from '../../people/texts/texts.reads.ts'
import { findAuthorisation } from './agreements.store.ts'
import { findProviderCustomer } from '../card-entry/stripe-customer.reads.ts'

/**
 * The terms of today. In Australia they are ours; in the United Kingdom every bank gives the same guarantee, and the
 * payment provider has taken the instruction.
 */
export async function readAgreementFile(deps: ReadDeps, accountId: string): Promise<FileReply> {
  const account = orNotFound(await findProviderCustomer(deps.db, accountId))
  const today = dateIn(account.region, deps.clock())
  const company = await companySettings(deps)
  // Drawing takes a large library, which a process that starts can do without.
  const draw = await import('../../letters/documents/direct-debit-agreement-document.ts')
  if (account.region === 'UK')
    return pdf('Larkwell direct debit guarantee', await draw.directDebitGuaranteePdf(today, company))
  const terms = orNotFound(await findTerms(deps, today))
  const { version, validFrom, body } = terms
  const bytes = await draw.directDebitTermsPdf({ version, validFrom, text: body }, company)
  return pdf('Larkwell direct debit agreement', bytes)
}

/** The customer's copy of their authorisation, with the terms that it refers to. */
export async function readAuthorisationFile(
  deps: ReadDeps,
  key: { accountId: string; sourceId: string },
): Promise<FileReply> {
  const authorisation = orNotFound(await findAuthorisation(deps.db, key))
  const { region, text, version, displayName } = authorisation
  // A copy must have the very words that were on the screen.
  if (text === null || textHashOf(text) !== authorisation.textHash)
    throw new Error(`Version ${version} of the direct debit authorisation is not what was agreed to`)
  const agreedOn = dateIn(region, authorisation.givenAt)
  const terms = region === 'AU' ? await findTerms(deps, agreedOn) : undefined
  const { directDebitAgreementPdf } =
    await import('../../letters/documents/direct-debit-agreement-document.ts')
  const bytes = await directDebitAgreementPdf(
    {
      region,
      customerName: authorisation.customerName,
      shortId: authorisation.shortId,
      schoolName: authorisation.schoolName,
      bankAccount: displayName,
      holderName: authorisation.holderName,
      agreedOn,
      version,
      text,
      terms: terms ? { version: terms.version, text: terms.body } : null,
    },
    await companySettings(deps),
  )
  return pdf(`Larkwell direct debit authorisation ${displayName}`, bytes)
}

/** The terms under which Australian bank accounts are debited, in the version of a given day. */
async function findTerms({ db }: ReadDeps, on: CalendarDate) {
  const [terms] = await listTexts(db, { kind: 'DirectDebitAgreement', on })
  return terms
}

function pdf(name: string, bytes: Uint8Array): FileReply {
  return { bytes, fileName: `${name}.pdf` }
}
