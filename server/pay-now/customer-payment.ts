import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../deps.ts'
import { bodyHash } from '../idempotency/body-hash.ts'
import { pay, priorAnswer, type Answer } from '../payments/pay.ts'
import type { Caller } from '../session/session.ts'
import { chargeable, readAmount, recently, refuseAfterDeclines, surchargeOf } from './amounts.ts'
import { findPayFacts } from './pay-now.store.ts'
import { openSession } from './sessions.ts'

type Asked = { accountId: string; caller: Caller; requestId: string }

/** A parent pays a school with a saved method, besides or before what the plan collects. */
export async function payEarly(
  deps: Deps,
  {
    accountId,
    caller,
    requestId,
    clientRequestId,
    body,
  }: Asked & {
    clientRequestId: string
    body: { repaymentSourceId: string; amount: number | string; instId: string }
  },
): Promise<Answer> {
  refuseStaff(caller)
  const amount = readAmount(body.amount, 'customer')
  const key = {
    accountId,
    scope: 'customer' as const,
    key: clientRequestId,
    bodyHash: bodyHash({ source: body.repaymentSourceId, amount, institution: body.instId }),
  }
  const again = await priorAnswer(deps, key)
  if (again) return again
  const now = deps.clock()
  const facts = await findPayFacts(deps.db, {
    accountId,
    sourceId: body.repaymentSourceId,
    requestId: null,
    since: recently(now),
  })
  const school = facts?.schools.find(({ id }) => id === body.instId)
  if (!facts || !school) throw new Refusal('not_found')
  const source = chargeable(facts, now)
  refuseAfterDeclines(facts, deps.config.rateLimits['customer-declines'], now)
  return pay(deps, {
    ...key,
    region: facts.region,
    kind: 'Early',
    institutionId: school.id,
    requestId: null,
    sourceId: source.id,
    cardEntryId: null,
    amount,
    ...surchargeOf(facts, school, source, amount, now),
    providerCustomerId: source.providerCustomerId,
    providerPaymentMethodId: source.providerPaymentMethodId,
    providerMandateId: source.providerMandateId,
    changeReason: null,
    changeDescription: null,
    told: {
      schoolName: school.name,
      shortId: facts.shortId,
      methodName: source.displayName,
      payer: facts.payer,
    },
    actor: { actorKind: 'Customer', actorId: caller.customerId, requestId },
    limit: ['customer-payments', accountId],
  })
}

/** A parent pays with the wallet of their device. */
export async function openCustomerSession(
  deps: Deps,
  {
    accountId,
    caller,
    requestId,
    body,
  }: Asked & { body: { amount: number | string; instId: string | undefined; returnUrl: string | undefined } },
): Promise<{ clientSecret: string }> {
  refuseStaff(caller)
  const amount = readAmount(body.amount, 'customer')
  const facts = await findPayFacts(deps.db, {
    accountId,
    sourceId: null,
    requestId: null,
    since: recently(deps.clock()),
  })
  const school =
    facts?.schools.find(({ id }) => id === body.instId) ?? (body.instId ? undefined : facts?.schools[0])
  if (!facts || !school) throw new Refusal('not_found')
  return openSession(deps, {
    region: facts.region,
    subject: { accountId, institutionId: school.id, requestId: null },
    amount,
    schoolName: school.name,
    email: caller.email,
    returnUrl: body.returnUrl ?? `${deps.config.portalOrigin}/pay-now`,
    clientRequestId: requestId,
  })
}

/** Staff who look at an account through a customer's eyes may not spend that customer's money. */
export function refuseStaff(caller: Caller): void {
  if (caller.impersonatorEmail !== null) throw new Refusal('not_by_staff')
}
