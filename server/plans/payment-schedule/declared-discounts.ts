import { randomUUID } from 'node:crypto'
import { parseAmount } from '#domain/money.ts'
import {
  discountsIn,
  isSameDiscount,
  takenOffBy,
  type RequestedDiscount,
} from '#domain/plan/declared-discounts.ts'
import { basisPointsOf } from '#domain/plan/fee-variances.ts'
import type { Plan } from '#domain/plan/plan.ts'
import type { Transaction } from '../../platform/database/open.ts'
import { insertDeclared, settleDiscount, updateDeclared } from './declared-discounts.store.ts'
import { listDeclared, type DeclaredDiscount } from './declared-discounts.reads.ts'
import { closeReviewsOf, openReview } from '../../people/reviews/reviews.ts'

type PlanKey = { accountId: string; planId: string }
type By = { staffId: string | null; at: Date }

/**
 * Stores, with a version of a plan, which of its discounts are only declared by the family. Each waits in the staff's
 * queue on its own, unless the whole plan does. A discount that is still on the plan and no longer declared was granted
 * meanwhile.
 */
export async function storeDeclared(
  tx: Transaction,
  key: PlanKey,
  { plan, declared, isInReview }: { plan: Plan; declared: readonly RequestedDiscount[]; isInReview: boolean },
  by: By,
): Promise<void> {
  const { accountId } = key
  const requests = discountsIn(plan.choices.variances)
  const before = await listDeclared(tx, key)
  for (const discount of before) {
    if (declared.some((request) => isSameDiscount(request, discount))) continue
    const isOnPlan = requests.some((input) => isSameDiscount(input, discount))
    await settle(tx, accountId, discount, isOnPlan ? 'Confirmed' : 'Withdrawn', by)
  }
  for (const command of declared) {
    const takenOff = takenOffBy(command, plan.students)
    const letterId = requests.find((each) => isSameDiscount(each, command))?.letter?.id ?? null
    const known = before.find((each) => isSameDiscount(each, command))
    const id = known?.id ?? randomUUID()
    if (known) await updateDeclared(tx, { accountId, id, takenOff, letterId })
    else
      await insertDeclared(tx, {
        ...key,
        id,
        enrolmentId: command.enrolmentId,
        type: command.type,
        amount: command.amount === null ? null : (parseAmount(command.amount) ?? null),
        basisPoints: basisPointsOf(command.percent) ?? null,
        takenOff,
        letterId,
        at: by.at,
      })
    if (isInReview)
      await closeReviewsOf(tx, {
        ...by,
        accountId,
        subjectId: id,
        status: 'Declined',
        reason: 'It is decided on with the whole plan',
      })
    else await openReview(tx, { accountId, kind: 'Discount', subjectId: id, at: by.at })
  }
}

/** Settles the declared discounts after staff have decided on the whole plan. */
export async function settleAll(
  tx: Transaction,
  key: PlanKey,
  status: 'Confirmed' | 'Withdrawn',
  by: By,
): Promise<void> {
  for (const discount of await listDeclared(tx, key)) await settle(tx, key.accountId, discount, status, by)
}

const reasons = {
  Confirmed: { status: 'Approved', reason: 'Granted with the plan' },
  Withdrawn: { status: 'Declined', reason: 'It is no longer on the plan' },
} as const

async function settle(
  tx: Transaction,
  accountId: string,
  { id }: DeclaredDiscount,
  status: keyof typeof reasons,
  by: By,
): Promise<void> {
  await settleDiscount(tx, { accountId, id, status, at: by.at })
  await closeReviewsOf(tx, { accountId, subjectId: id, ...reasons[status], ...by })
}
