import type { MatchEffect as Effects, StaffDeposit } from '#contract/staff-money.ts'
import { familyName } from '#domain/family-name.ts'
import { CalendarIcon } from '../../ui/icon/calendar.tsx'
import { MailIcon } from '../../ui/icon/mail.tsx'
import { WalletIcon } from '../../ui/icon/wallet.tsx'
import { useRead } from '../foundation/read.ts'
import { UndoLine } from '../ui/drawer/drawer.tsx'
import { Effect } from '../ui/effect/effect.tsx'
import { day, dayWithName, money } from '../foundation/format.ts'
import { Loaded } from '../ui/loaded/loaded.tsx'

type MatchProps = { deposit: StaffDeposit; accountId: string }

const usePreview = ({ deposit: { billerCode, bankReference }, accountId }: MatchProps) =>
  useRead('GET /api/staff/deposits/:billerCode/:bankReference/preview', {
    params: { billerCode, bankReference },
    query: { accountId },
  })

/** Until when a match can be undone, below the button that makes it. */
export function MatchUndo(props: MatchProps) {
  const { data } = usePreview(props)
  if (!data) return null
  return (
    <UndoLine
      undo={`Can be undone until it is paid to the school, on ${dayWithName(data.passedOnFrom)} at the earliest.`}
    />
  )
}

type Balances = Pick<Effects, 'balance' | 'suspense'>

/** What changes hands: the family's balance, and what is in suspense. */
export const balanceRows = (family: string, { balance, suspense }: Balances) =>
  [
    { label: `${family}, balance`, ...balance },
    { label: 'Suspense', ...suspense },
  ].map(({ label, now, after }) => ({ label, now: money(now, 'AUD'), after: money(after, 'AUD') }))

/** Calculated by the server with the rules by which it then does it. */
export function MatchEffect({ deposit, accountId }: MatchProps) {
  const preview = usePreview({ deposit, accountId })
  return (
    <Loaded query={preview} label="Calculating the effect">
      {(effect) => (
        <Effect
          rows={balanceRows(familyName(effect.familyName), effect)}
          sentences={[
            { icon: effect.request ? CalendarIcon : WalletIcon, text: paysWhat(effect, deposit.amount) },
            {
              icon: MailIcon,
              text: effect.receiptTo
                ? `${effect.receiptTo} gets a receipt.`
                : 'No receipt is sent: the account has no members.',
            },
          ]}
        />
      )}
    </Loaded>
  )
}

function paysWhat({ request, overdue }: Effects, amount: number): string {
  if (request)
    return `The request of ${money(amount, 'AUD')} due ${day(request.dueOn)} is paid as of the day the bank received it.`
  if (overdue > 0)
    return `It pays what is overdue first: ${money(Math.min(overdue, amount), 'AUD')} of ${money(overdue, 'AUD')}. The remainder stays as credit.`
  return 'It becomes family credit, which covers the next payments of a plan paid by BPAY.'
}
