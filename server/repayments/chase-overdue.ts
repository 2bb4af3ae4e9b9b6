import { dateIn, formatDate } from '#domain/calendar/calendar.ts'
import { dishonourFeeEntry } from '#domain/ledger.ts'
import { cents } from '#domain/money.ts'
import { overdueReminderDays } from '#domain/repayments.ts'
import type { Transaction } from '../database/open.ts'
import type { Deps } from '../deps.ts'
import { entryRow, insertEntry } from '../ledger/ledger.store.ts'
import { putInOutbox } from '../outbox/outbox.ts'
import { createPaymentRequest } from '../pay-now/payment-requests.ts'
import { claimOverdue, listForgottenRequests, setRequest, type OverdueInstalment } from './overdue.store.ts'

const dayMs = 24 * 60 * 60_000

/**
 * An instalment that nothing will collect any more becomes a request that the family can pay with one click, and the
 * family gets a letter and a text message. Returns how many.
 */
export async function chaseOverdue(deps: Deps): Promise<number> {
  let chased = 0
  while (await deps.db.transaction((tx) => chaseNext(tx, deps))) chased += 1
  await remindOfForgotten(deps)
  return chased
}

async function chaseNext(tx: Transaction, deps: Deps): Promise<boolean> {
  const overdue = await claimOverdue(tx)
  if (!overdue) return false
  const now = deps.clock()
  const today = dateIn(overdue.region, now)
  await chargeDishonour(tx, overdue, { today, now })
  const amount = cents(overdue.owing + overdue.dishonourFee + overdue.chargedFee)
  const { id } = await createPaymentRequest(tx, deps, {
    accountId: overdue.accountId,
    amountDue: amount,
    dueOn: overdue.dueOn,
    periodName: `the instalment of ${formatDate(overdue.dueOn)}`,
    planId: overdue.planId,
    instalmentSeq: overdue.seq,
    isTold: false,
  })
  await setRequest(tx, overdue, id)
  const { payer, region, schoolName, shortId, reason, dueOn } = overdue
  if (!payer) return true
  const to = { customerId: payer.id, accountId: overdue.accountId }
  await putInOutbox(tx, deps, {
    ...to,
    kind: 'PaymentOverdue',
    facts: { firstName: payer.firstName, region, shortId, schoolName, amount, reason, dueOn, requestId: id },
    recipient: payer.email,
    once: `overdue:${id}`,
  })
  if (payer.mobile) {
    await putInOutbox(tx, deps, {
      ...to,
      kind: 'PaymentOverdueText',
      facts: { region, schoolName, amount, requestId: id },
      recipient: payer.mobile,
      once: `overdue-text:${id}`,
    })
  }
  return true
}

async function chargeDishonour(
  tx: Transaction,
  { dishonourFee, accountId, institutionId, currency, paymentId }: OverdueInstalment,
  { today, now }: { today: string; now: Date },
): Promise<void> {
  if (dishonourFee === 0) return
  await insertEntry(tx, entryRow(dishonourFeeEntry(dishonourFee)), {
    accountId,
    institutionId,
    currency,
    postedOn: today,
    causeId: paymentId,
    now,
  })
}

const remindersAtOnce = 200

/** Once, a week later, for those who have not paid. */
async function remindOfForgotten(deps: Deps): Promise<void> {
  const createdBefore = new Date(deps.clock().getTime() - overdueReminderDays * dayMs)
  for (const request of await listForgottenRequests(deps.db, { createdBefore, limit: remindersAtOnce })) {
    const { payer, requestId, accountId, ...about } = request
    if (!payer) continue
    await deps.db.transaction((tx) =>
      putInOutbox(tx, deps, {
        kind: 'PaymentOverdue',
        facts: { ...about, firstName: payer.firstName, reason: null, requestId },
        recipient: payer.email,
        customerId: payer.id,
        accountId,
        once: `overdue-reminder:${requestId}`,
      }),
    )
  }
}
