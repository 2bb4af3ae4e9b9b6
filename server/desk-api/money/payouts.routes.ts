import type { StaffPayout, staffPayouts } from '#contract/staff-payouts.ts'
import type { Deps } from '../../platform/deps.ts'
import { onTheWire } from '../../platform/http/on-the-wire.ts'
import type { Handlers } from '../../platform/http/http.ts'
import { payoutFile, readPayouts, refuseUnreleased } from '../../books/withdrawals/payouts.ts'
import type { Payout } from '../../books/withdrawals/payouts.reads.ts'
import { addBankAccount, showBankAccounts, removePayoutBankAccount } from './bank-accounts.ts'
import { makeBatch, payBatch } from './payouts.ts'
import { approvalOnTheWire, askForApproval } from '../approvals/ask.ts'
import { requestApproval } from '../approvals/approvals.ts'
import { actorOf, recordView } from '../../people/audit/staff-audit.ts'

/** The default. */
const defaultLimit = 100

export function staffPayoutsRoutes(deps: Deps): Handlers<typeof staffPayouts> {
  return {
    'GET /api/staff/accounts/:accountId/bank-accounts': (call) =>
      showBankAccounts(deps, call, call.params.accountId),
    'POST /api/staff/accounts/:accountId/bank-accounts': (call) =>
      deps.db.transaction(async (tx) => {
        const { accountId } = call.params
        const bankAccount = await addBankAccount(tx, deps, accountId, call.body)
        const approval = await requestApproval(tx, deps, actorOf(call), {
          kind: 'PayoutAccount',
          key: bankAccount.id,
          payload: { accountId, bankAccountId: bankAccount.id },
        })
        call.setAccepted()
        return { bankAccount, approval: approvalOnTheWire(approval) }
      }),
    'POST /api/staff/accounts/:accountId/bank-accounts/:bankAccountId/remove': (call) =>
      removePayoutBankAccount(deps, actorOf(call), call.params),
    'GET /api/staff/payouts': async ({ query: { region, limit = defaultLimit } }) =>
      (await readPayouts(deps.db, { region, limit })).map(payoutReply),
    'POST /api/staff/payouts': async (call) => {
      const { region, from } = call.body
      const payout = await makeBatch(deps, actorOf(call), {
        region,
        from: from && { ...from, bsb: from.bsb.replace('-', '') },
      })
      return payoutReply(payout)
    },
    'GET /api/staff/payouts/:payoutNumber/file': async (call) => {
      await refuseUnreleased(deps.db, call.params.payoutNumber)
      const { file, accountIds } = await payoutFile(deps, call.params.payoutNumber)
      await recordView(deps, call, {
        subjectIds: accountIds,
        action: 'PayoutFileTaken',
        details: { payout: String(call.params.payoutNumber) },
      })
      return file
    },
    'POST /api/staff/payouts/:payoutNumber/release': (call) => {
      const number = call.params.payoutNumber
      return askForApproval(deps, call, {
        kind: 'PayoutRelease',
        key: String(number),
        payload: { number },
      })
    },
    'POST /api/staff/payouts/:payoutNumber/paid': async (call) => {
      const { payout, ...counts } = await payBatch(deps, actorOf(call), call.params.payoutNumber)
      return { ...counts, payout: payoutReply(payout) }
    },
  }
}

const payoutReply = (payout: Payout): StaffPayout => onTheWire(payout, 'amount')
