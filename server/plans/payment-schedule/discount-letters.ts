import { letterFileKinds } from '#domain/files.ts'
import { discountsIn } from '#domain/plan/declared-discounts.ts'
import type { Letter, StoredVariances } from '#domain/plan/fee-variances.ts'
import { fieldRefusal, Refusal } from '#domain/refusal.ts'
import { configOf } from '../../people/accounts/account-facts.ts'
import { recordAudit, type CustomerActor } from '../../people/audit/audit.ts'
import type { Db } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { admitFile } from '../../platform/files/admit-file.ts'
import type { SentFile } from '../../platform/files/read-form.ts'
import { storeFile } from '../../platform/files/stored-files.ts'
import { insertLetter, listLetterIds } from './declared-discounts.store.ts'
import { findAccountFacts } from './plan-facts.reads.ts'

/** Stores a letter ahead of the plan that names it. Staff can open it once the plan is saved. */
export async function uploadLetter(
  deps: Deps,
  accountId: string,
  sent: SentFile,
  actor: CustomerActor,
): Promise<Letter> {
  const at = deps.clock()
  const account = await findAccountFacts(deps.db, accountId)
  if (!account || !configOf(account, at).allowFeeVarianceUpdates) throw new Refusal('fee_changes_not_allowed')
  const file = await admitFile(deps, sent, letterFileKinds)
  return deps.db.transaction(async (tx) => {
    const id = await storeFile(tx, deps, { ...file, accountId, at })
    await insertLetter(tx, { accountId, id, at })
    await recordAudit(tx, {
      subjectId: accountId,
      by: actor,
      action: 'DiscountLetterUploaded',
      at,
      details: { letterId: id },
    })
    return { id, name: file.name }
  })
}

/** A plan may only name letters that its own family has uploaded. */
export async function refuseUnknownLetters(
  db: Db,
  accountId: string,
  variances: StoredVariances,
): Promise<void> {
  const named = discountsIn(variances).flatMap(({ letter }) => letter?.id ?? [])
  if (named.length === 0) return
  const letterIds = await listLetterIds(db, { accountId, ids: named })
  const fields = variances.standardFeeVariances.flatMap(({ letter }, index) =>
    letter && !letterIds.includes(letter.id) ? [`variances.standardFeeVariances.${index}.letter`] : [],
  )
  const { staffDiscount } = variances
  if (staffDiscount?.letter && !letterIds.includes(staffDiscount.letter.id))
    fields.push('variances.staffDiscount.letter')
  if (fields.length === 0) return
  const why = 'We do not have this letter. Please attach it again'
  throw fieldRefusal(Object.fromEntries(fields.map((field) => [field, why])))
}
