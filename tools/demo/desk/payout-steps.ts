import type { Deps } from '#server/platform/deps.ts'
import { sql } from '#server/platform/database/sql.ts'
import { approve, requestApproval } from '#server/desk-api/approvals/approvals.ts'
import { makeBatch, payBatch } from '#server/desk-api/money/payouts.ts'
import { finishWithdrawal } from '#server/books/withdrawals/decide-withdrawal.ts'
import { approveWithdrawal } from '#server/desk-api/reviews/decisions.ts'
import { idOf } from '../ids.ts'
import { adminActor, demoActor } from './demo-actor.ts'

const accountId = idOf('desk.payout@demo.example', 'account', 0)
const reason = 'Daily batch'

type Waiting = { id: string; reviewId: string }

/** One batch in every state, made by the calls that the desk makes. */
export async function fillPayouts(deps: Deps): Promise<void> {
  const waiting = await deps.db.many<Waiting>(sql`
    select request.id, review.id as "reviewId" from withdrawal_request request
      join review on review.account_id = request.account_id and review.subject_id = request.id
    where request.account_id = ${accountId} and request.status = 'Pending' order by request.amount_minor`)
  const [one, two, three, four, five, six] = waiting
  // A start that was broken off goes on without them.
  if (!one || !two || !three || !four || !five || !six) return
  const paid = await batchOf(deps, [one])
  await release(deps, paid)
  await payBatch(deps, demoActor(deps, 'operations', 'On the statement'), paid)
  const partly = await batchOf(deps, [two, three])
  await release(deps, partly)
  await finishWithdrawal(deps, demoActor(deps, 'operations', 'The account is closed'), two.id, 'Declined')
  await payBatch(deps, demoActor(deps, 'operations', 'On the statement'), partly)
  await release(deps, await batchOf(deps, [four]))
  await askForRelease(deps, await batchOf(deps, [five]))
  await batchOf(deps, [six])
}

async function batchOf(deps: Deps, withdrawals: readonly Waiting[]): Promise<number> {
  for (const { reviewId } of withdrawals)
    await deps.db.transaction((tx) =>
      approveWithdrawal(tx, deps, adminActor(deps, 'Credit is free'), reviewId),
    )
  const actor = demoActor(deps, 'operations', reason)
  return (await makeBatch(deps, actor, { region: 'UK', from: undefined })).number
}

async function askForRelease(deps: Deps, number: number): Promise<string> {
  const approval = await deps.db.transaction((tx) =>
    requestApproval(tx, deps, adminActor(deps, 'Checked against the list'), {
      kind: 'PayoutRelease',
      key: String(number),
      payload: { number },
    }),
  )
  return approval.id
}

async function release(deps: Deps, number: number): Promise<void> {
  await approve(
    deps,
    demoActor(deps, 'operations', 'Agrees with the list'),
    await askForRelease(deps, number),
  )
}
