import type { staffMoney } from '#contract/staff-money.ts'
import { Refusal } from '#domain/refusal.ts'
import { previewMatch, readWaiting, suggestMatches } from '../../books/deposits/deposit-matches.ts'
import { listMatched } from '../../books/deposits/deposit-matches.reads.ts'
import { matchDeposit } from '../../books/deposits/deposits.ts'
import type { Deps } from '../../platform/deps.ts'
import { onTheWire } from '../../platform/http/on-the-wire.ts'
import type { Handlers } from '../../platform/http/http.ts'
import { actorOf, recordRows } from '../../people/audit/staff-audit.ts'
import { previewTakeBack, takeDepositBack } from '../../books/deposits/take-deposit-back.ts'

/** The default. */
const defaultLimit = 100

type Calls = Extract<keyof typeof staffMoney, `${string} /api/staff/deposits${string}`>

export function depositsRoutes(deps: Deps): Pick<Handlers<typeof staffMoney>, Calls> {
  return {
    'GET /api/staff/deposits': async () =>
      (await readWaiting(deps.db)).map((deposit) => onTheWire(deposit, 'amount')),
    'GET /api/staff/deposits/found': async (call) => {
      const rows = await listMatched(deps.db, call.query.limit ?? defaultLimit)
      await recordRows(deps, call, 'FoundDepositsListed', rows)
      return rows.map((deposit) => onTheWire(deposit, 'amount'))
    },
    'GET /api/staff/deposits/:billerCode/:bankReference/matches': async (call) => {
      const matches = await suggestMatches(deps, call.params)
      await recordRows(deps, call, 'DepositMatchesShown', matches)
      return matches
    },
    'GET /api/staff/deposits/:billerCode/:bankReference/preview': async (call) => {
      const effect = await previewMatch(deps, { ...call.params, accountId: call.query.accountId })
      await recordRows(deps, call, 'DepositMatchPreviewed', [effect])
      return {
        ...onTheWire(effect, 'overdue'),
        balance: onTheWire(effect.balance, 'now', 'after'),
        suspense: onTheWire(effect.suspense, 'now', 'after'),
      }
    },
    'POST /api/staff/deposits/:billerCode/:bankReference/match': async (call) => {
      const { accountId } = call.body
      const isMatched = await matchDeposit(
        deps,
        { ...call.params, accountId },
        call.staff.staffId,
        call.body.reason,
      )
      if (!isMatched) throw new Refusal('already_decided')
    },
    'GET /api/staff/deposits/:billerCode/:bankReference/take-back': async (call) => {
      const effect = await previewTakeBack(deps, call.params)
      await recordRows(deps, call, 'DepositMatchPreviewed', [effect])
      return {
        ...onTheWire(effect, 'amount'),
        balance: onTheWire(effect.balance, 'now', 'after'),
        suspense: onTheWire(effect.suspense, 'now', 'after'),
      }
    },
    'POST /api/staff/deposits/:billerCode/:bankReference/take-back': (call) =>
      takeDepositBack(deps, actorOf(call), call.params),
  }
}
