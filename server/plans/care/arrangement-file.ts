import type { FileReply } from '#contract/endpoint.ts'
import { dateIn } from '#domain/calendar/calendar.ts'
import { tuitionYearName } from '#domain/plan/payment-schedule.ts'
import { orNotFound } from '#domain/refusal.ts'
import type { Deps } from '../../platform/deps.ts'
import { companySettings } from '../../platform/settings/company-settings.ts'
import { findAgreement } from './agreements.reads.ts'
import { currentNotes } from '../../people/texts/texts.ts'

/**
 * The family's copy of an arrangement as it was agreed: it stays the same whatever becomes of the plan. The request for
 * help is mentioned only to the parent who sent it; `readerId` is null for staff who view the portal for a customer.
 */
export async function readArrangementFile(
  deps: Pick<Deps, 'db' | 'config'>,
  { accountId, readerId }: { accountId: string; readerId: string | null },
): Promise<FileReply> {
  const agreement = orNotFound(await findAgreement(deps.db, accountId))
  const { region, acceptedAt, shortId, schoolName, madeBy, payments, tuitionYear } = agreement
  const agreedOn = dateIn(region, acceptedAt)
  // Drawing takes a large library, which a process that starts can do without.
  const { arrangementPdf } = await import('../../letters/documents/arrangement-document.ts')
  const bytes = await arrangementPdf(
    {
      region,
      shortId,
      schoolName,
      agreedOn,
      madeBy,
      parentName: readerId === agreement.askedBy ? agreement.parentName : null,
      year: tuitionYearName(tuitionYear, region),
      payments,
      notes: (await currentNotes(deps.db, { kind: `CareAgreed${region}`, on: agreedOn })).notes,
    },
    await companySettings(deps),
  )
  return { bytes, fileName: `Larkwell arrangement ${shortId}.pdf` }
}
