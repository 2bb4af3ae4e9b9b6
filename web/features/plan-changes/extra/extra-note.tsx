import { useQuery } from '@tanstack/react-query'
import type { Payment } from '#contract/pay-now.ts'
import { calendarDate, formatDate } from '#domain/calendar/calendar.ts'
import type { Region } from '#domain/region.ts'
import { bankCalendarOf } from '../../plan/bank-calendar.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { planOfYearQuery } from '../../plan/plan-queries.ts'
import { arrivalOf } from './extra-preview.ts'
import { doneSentence, type ExtraDetails } from './extra-words.ts'

/** Money that has arrived counts within moments; the page looks that often. */
const lookMs = 1500
const mostLooks = 20

type ExtraNoteProps = { accountId: string; region: Region; payment: Payment }

/** What an extra payment has done to the plan, or when it will. */
export function ExtraNote({ accountId, region, payment }: ExtraNoteProps) {
  const isArriving = payment.status === 'Processing'
  const { data: details } = useQuery({
    ...planOfYearQuery(accountId),
    staleTime: 0,
    throwOnError: false,
    select: ({ flexible }) => flexible && detailsOf(flexible.changes, payment.paymentId),
    refetchInterval: ({ state }) =>
      isArriving || state.dataUpdateCount > mostLooks || hasCounted(state.data, payment.paymentId)
        ? false
        : lookMs,
  })
  if (isArriving)
    return (
      <Alert variant="info" title="Your extra payment is on its way">
        It counts towards your plan when your bank has brought the money, by{' '}
        {formatDate(arrivalOf(calendarDate(payment.date), bankCalendarOf(region)))}. Until then your payments
        stay as they are, and we write to you when it counts.
      </Alert>
    )
  // A plan that was paid by it is no longer one that runs.
  if (details === null)
    return <Alert variant="success">Your plan is paid in full. Nothing is left to collect.</Alert>
  if (!details)
    return (
      <Alert variant="info">Your payments are being calculated anew. We write to you when it is done.</Alert>
    )
  return (
    <Alert variant="success" title="Your extra payment counts">
      {doneSentence(details, region)}
    </Alert>
  )
}

type Changes = readonly { details: { kind: string } }[]

function detailsOf(changes: Changes, paymentId: string): ExtraDetails | undefined {
  return changes
    .map(({ details }) => details as ExtraDetails)
    .find(({ kind, paymentId: id }) => kind === 'Extra' && id === paymentId)
}

function hasCounted(data: { flexible: { changes: Changes } | null } | undefined, paymentId: string): boolean {
  return data !== undefined && (!data.flexible || detailsOf(data.flexible.changes, paymentId) !== undefined)
}
