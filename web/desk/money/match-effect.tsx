import type { MatchEffect as Effects, StaffDeposit } from '#contract/staff-money.ts'
import { CalendarIcon } from '../../ui/icon/calendar.tsx'
import { MailIcon } from '../../ui/icon/mail.tsx'
import { WalletIcon } from '../../ui/icon/wallet.tsx'
import { useRead } from '../api/read.ts'
import { Effect } from '../ui/effect/effect.tsx'
import { day, money } from '../ui/format.ts'
import { Loaded } from '../ui/loaded/loaded.tsx'

/** Calculated by the server with the rules by which it then does it. */
export function MatchEffect({ deposit, accountId }: { deposit: StaffDeposit; accountId: string }) {
  const { billerCode, bankReference } = deposit
  const preview = useRead('GET /api/staff/deposits/:billerCode/:bankReference/preview', {
    params: { billerCode, bankReference },
    query: { accountId },
  })
  return (
    <Loaded query={preview} label="Calculating what this does">
      {(effect) => (
        <Effect
          rows={[
            {
              label: `${effect.familyName ?? effect.shortId} family, balance`,
              now: money(effect.balance.now, 'AUD'),
              after: money(effect.balance.after, 'AUD'),
            },
            {
              label: 'Suspense',
              now: money(effect.suspense.now, 'AUD'),
              after: money(effect.suspense.after, 'AUD'),
            },
          ]}
          sentences={[
            { icon: effect.request ? CalendarIcon : WalletIcon, text: paysWhat(effect, deposit.amount) },
            {
              icon: MailIcon,
              text: effect.receiptTo
                ? `${effect.receiptTo} gets a receipt.`
                : 'Nobody gets a receipt: the account has no member.',
            },
          ]}
        />
      )}
    </Loaded>
  )
}

function paysWhat({ request, overdue }: Effects, amount: number): string {
  if (request)
    return `The request of ${money(amount, 'AUD')} due ${day(request.dueOn)} counts as paid on the day the bank had it.`
  if (overdue > 0)
    return `It pays what is overdue first: ${money(Math.min(overdue, amount), 'AUD')} of ${money(overdue, 'AUD')}. The rest stays credit.`
  return 'It becomes credit of the family, which pays the next payments of a plan paid by BPAY.'
}
