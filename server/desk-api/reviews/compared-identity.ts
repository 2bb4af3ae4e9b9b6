import type { IdentityReview } from '#contract/staff-reviews.ts'
import { isCountryCode } from '#domain/countries.ts'
import { licenceStates, type LicenceState } from '#domain/identity.ts'
import { fieldRefusal, Refusal } from '#domain/refusal.ts'
import { whyNotApproveCopy, type Comparison, type CorrectableFact } from '#domain/reviews.ts'
import type { Identification } from '#contract/identity.ts'
import type { Db } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { correctDocument, readIdentityReview } from '../../people/identity/identity-review.ts'
import { recordAction, type StaffActor } from '../../people/audit/staff-audit.ts'
import { lockAccount } from '../../people/accounts/accounts.ts'
import { lockReview } from './reviews.store.ts'

type Check = { accountId: string; checkId: string }

/** A copy can be approved once every stored fact was compared with it and none differs. */
export async function refuseUncompared(
  tx: Db,
  deps: Pick<Deps, 'config'>,
  check: Check,
  comparison: Comparison,
): Promise<void> {
  const identity = await readIdentityReview({ db: tx, config: deps.config }, check)
  const { missing, differing } = whyNotApproveCopy(identity, comparison)
  if (differing.length > 0)
    throw fieldRefusal({
      comparison: `This differs from the copy: ${differing.join(', ')}. Correct it first, or decline`,
    })
  if (missing.length > 0)
    throw fieldRefusal({ comparison: `This was not compared with the copy: ${missing.join(', ')}` })
}

/** The comparison for the audit trail: the names of the facts, never their values. */
export function comparisonOnRecord(comparison: Comparison): Record<string, string> {
  const named = (isSame: boolean) =>
    comparison
      .filter((each) => each.isSame === isSame)
      .map(({ fact }) => fact)
      .join(', ')
  return {
    ...(named(true) && { same: named(true) }),
    ...(named(false) && { differs: named(false) }),
  }
}

/** Corrects a fact that the family mistyped, from the copy. The audit trail records which fact, not its value. */
export async function correctIdentity(
  deps: Deps,
  actor: StaffActor,
  { reviewId, fact, value }: { reviewId: string; fact: CorrectableFact; value: string },
): Promise<IdentityReview> {
  return deps.db.transaction(async (tx) => {
    const review = await lockReview(tx, reviewId)
    if (review?.kind !== 'Identity') throw new Refusal('not_found')
    await lockAccount(tx, review.accountId)
    if (review.status !== 'Open') throw new Refusal('already_decided')
    const { accountId, subjectId: id } = review
    const check = { accountId, checkId: id }
    const { document } = await readIdentityReview({ db: tx, config: deps.config }, check)
    if (!document) throw new Refusal('not_possible')
    await correctDocument(tx, deps, { accountId, id }, corrected(document, fact, value))
    await recordAction(tx, actor, {
      subjectId: accountId,
      action: 'IdentityCorrected',
      at: deps.clock(),
      details: { reviewId, fact },
    })
    return readIdentityReview({ db: tx, config: deps.config }, check)
  })
}

function corrected(document: Identification, fact: CorrectableFact, value: string): Identification {
  if (document.type === 'Passport') {
    if (fact === 'Number') return { ...document, passportNo: value }
    if (fact === 'Country' && isCountryCode(value)) return { ...document, passportCountry: value }
  } else {
    if (fact === 'Number') return { ...document, driversLicenseNo: value }
    if (fact === 'CardNumber') return { ...document, driversLicenseCardNo: value }
    if (fact === 'State' && isState(value)) return { ...document, driversLicenseState: value }
  }
  throw fieldRefusal({ value: `This is not a valid ${fact} for this document` })
}

const isState = (value: string): value is LicenceState => licenceStates.some((state) => state === value)
