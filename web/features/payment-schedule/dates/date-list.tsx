import { sumOfDecimals } from '#domain/money.ts'
import { useQuery } from '@tanstack/react-query'
import type { Account } from '#contract/accounts.ts'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import { calendarDate, formatDate, formatDateWithDay } from '#domain/calendar/calendar.ts'
import { dueNote } from '#domain/calendar/calendar-file.ts'
import { tuitionYearName, type PlanPaymentStatus } from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import { bankCalendarOf } from '../../plan/bank-calendar.ts'
import { planOfYearQuery } from '../../plan/plan-queries.ts'
import { Badge, type BadgeTone } from '../../../ui/badge/badge.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { CalendarIcon } from '../../../ui/icon/calendar.tsx'
import { DownloadIcon } from '../../../ui/icon/download.tsx'
import { formatMoney } from '../../../ui/money/money.tsx'
import { saveCalendar } from './save-calendar.ts'
import { togetherNote, type AlsoCollected } from './together.ts'

const badges: Record<PlanPaymentStatus, { label: string; tone: BadgeTone } | null> = {
  Paid: { label: 'Paid', tone: 'success' },
  Pending: { label: 'In progress', tone: 'info' },
  Failed: { label: 'Failed', tone: 'error' },
  Held: { label: 'Held', tone: 'neutral' },
  Next: { label: 'Next', tone: 'brand' },
  ToCome: null,
}

type DateListProps = {
  account: Account
  plan: PaymentPlan
  /** Absent where there is nothing to subscribe to. */
  onSubscribe?: () => void
}

export function DateList({ account, plan, onSubscribe }: DateListProps) {
  // The page has loaded it; without it the list lacks a note.
  const { data: planOfYear } = useQuery({
    ...planOfYearQuery(account.accountId, plan.planYear),
    throwOnError: false,
  })
  const alsoCollected = planOfYear?.facts.alsoCollected ?? []
  return (
    <>
      <p className="dates__sentence">{rangeSentence(plan)}</p>
      <div className="dates__actions">
        <Button
          look="tertiary"
          size="small"
          icon={DownloadIcon}
          onClick={() => saveCalendar(account, plan, { alsoCollected, stamp: new Date() })}
        >
          Download calendar file
        </Button>
        {onSubscribe && (
          <Button look="tertiary" size="small" icon={CalendarIcon} onClick={onSubscribe}>
            Subscribe in your calendar
          </Button>
        )}
      </div>
      <Dates plan={plan} alsoCollected={alsoCollected} region={account.region} />
    </>
  )
}

function rangeSentence({ payments }: PaymentPlan): string {
  const [first] = payments
  const last = payments.at(-1)
  if (!first || !last) return 'There is nothing to pay.'
  if (payments.length === 1) return `One payment, on ${formatDate(first.date)}.`
  return `${payments.length} payments, from ${formatDate(first.date)} to ${formatDate(last.date)}. When a day falls on a weekend or a bank holiday, we collect on the next business day.`
}

type DatesProps = { plan: PaymentPlan; alsoCollected: AlsoCollected; region: Region }

function Dates({ plan, alsoCollected, region }: DatesProps) {
  const { payments, planStatus } = plan
  // How each payment stands means something only once the plan runs.
  const isRunning = planStatus === 'Current' || planStatus === 'Completed'
  const total = sumOfDecimals(payments)
  const numbered = payments.map((payment, place) => ({ ...payment, number: place + 1 }))
  return (
    <table className="dates__table">
      <caption className="sr">Payments of your {tuitionYearName(plan.planYear, region)} plan</caption>
      <thead className="sr">
        <tr>
          <th scope="col">Number</th>
          <th scope="col">Date</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {numbered.map(({ number, ...payment }) => {
          const { dueDate, date, amount, status, movedFrom } = payment
          const note = dueNote(
            calendarDate(dueDate),
            calendarDate(date),
            bankCalendarOf(region),
            movedFrom === undefined ? null : calendarDate(movedFrom),
          )
          const together = togetherNote(payment, alsoCollected, region)
          const badge = isRunning ? badges[status] : null
          return (
            <tr key={number}>
              <td className="dates__number num">{number}</td>
              <th scope="row">
                <span className="dates__day row">
                  {formatDateWithDay(date)}
                  {badge && <Badge tone={badge.tone}>{badge.label}</Badge>}
                </span>
                {note && <small>{note}</small>}
                {together && <small>{together}</small>}
              </th>
              <td className="num">{formatMoney(amount, region)}</td>
            </tr>
          )
        })}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            Total
          </th>
          <td className="num">{formatMoney(total, region)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
