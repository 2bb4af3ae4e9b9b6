import { codeLifeMs } from '#domain/login.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { countTry } from '../../platform/rate-limit/rate-limit.ts'
import { newCode } from '../../people/session/one-time-code.ts'
import { findMobile } from './withdrawals.store.ts'

/** Issues a new code for a customer's mobile. Withdrawals and the bank accounts for them share the limits. */
export async function issueCode(
  tx: Transaction,
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  /** `id` is what the code confirms, until `confirmBy`. */
  { id, customerId, confirmBy }: { id: string; customerId: string; confirmBy: Date },
) {
  const now = clock()
  const mobile = await findMobile(tx, customerId)
  if (!mobile) throw new Refusal('mobile_needed')
  await countTry(
    tx,
    [
      ['withdrawal-code-gap', id],
      ['withdrawal-code-hour', customerId],
    ],
    now,
    config.rateLimits,
  )
  // No code outlives what it is for.
  const expiresAt = new Date(Math.min(now.getTime() + codeLifeMs, confirmBy.getTime()))
  const { id: codeId, code, hash } = newCode(config)
  return { codeId, code, hash, mobile, mobileLast3Digits: mobile.slice(-3), now, expiresAt }
}
