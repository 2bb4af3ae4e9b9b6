import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PaymentBreakdown } from '#contract/guest-payments.ts'
import { frequencyWord } from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import { call } from '../../../session/client.ts'
import { Accordion } from '../../../ui/accordion/accordion.tsx'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Fact } from '../../../ui/definition-list/fact.tsx'
import { formatMoney } from '../../../ui/money/money.tsx'
import { Bone, Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import { Tooltip } from '../../../ui/tooltip/tooltip.tsx'

type GuestBreakdownProps = { requestId: string; shortId: string; amountDue: number; region: Region }

/** The breakdown of the amount, which is loaded only on request. */
export function GuestBreakdown({ requestId, shortId, amountDue, region }: GuestBreakdownProps) {
  const [isWanted, setWanted] = useState(false)
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['guest-breakdown', requestId, amountDue],
    queryFn: ({ signal }) =>
      call('GET /api/portal/guest/payment-page-breakdown', {
        query: { request: requestId, amount: amountDue },
        signal,
      }),
    enabled: isWanted,
    throwOnError: false,
    // Nobody needs it in order to pay: better a plain word now than figures in ten seconds.
    retry: 1,
  })
  return (
    <Accordion
      title="See breakdown"
      onToggle={(isOpen) => {
        setWanted(true)
        // Opened once more after a failure, it is asked for once more.
        if (isOpen && isError && !isFetching) void refetch()
      }}
    >
      {data ? (
        <Facts breakdown={data} shortId={shortId} region={region} />
      ) : isError && !isFetching ? (
        <Alert variant="error">
          We are unable to provide a payment breakdown at this time. Please contact Larkwell support.
        </Alert>
      ) : (
        <Bones />
      )}
    </Accordion>
  )
}

type FactsProps = { breakdown: PaymentBreakdown; shortId: string; region: Region }

function Facts({ breakdown, shortId, region }: FactsProps) {
  const { paymentFrequency, annualTotalFees, paidThisYear, overdueFees, amountDueNow } = breakdown
  const money = (amount: number) => formatMoney(amount, region)
  return (
    <dl className="dl">
      <Fact name="Account">{shortId}</Fact>
      {paymentFrequency !== null && <Fact name="Payment frequency">{frequencyWord(paymentFrequency)}</Fact>}
      {annualTotalFees !== null && <Fact name="Annual total fees">{money(annualTotalFees)}</Fact>}
      <Fact name="Paid this year">{money(paidThisYear)}</Fact>
      <Fact
        name="Overdue fees"
        help={
          <Tooltip
            name="About overdue fees"
            text="This could include unpaid fees carried over from previous invoices."
          />
        }
      >
        {money(overdueFees)}
      </Fact>
      <Fact name="Amount due now" isTotal>
        {money(amountDueNow)}
      </Fact>
    </dl>
  )
}

const rows = ['account', 'frequency', 'fees', 'paid', 'overdue', 'due']

function Bones() {
  return (
    <Skeleton label="Loading the breakdown">
      <div className="due__bones">
        {rows.map((row) => (
          <div key={row}>
            <Bone width="130px" height={18} />
            <Bone width="90px" height={18} />
          </div>
        ))}
      </div>
    </Skeleton>
  )
}
