import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import type { Account } from '#contract/accounts.ts'
import type { PaymentMethods } from '#contract/plan-changes.ts'
import { isRefused } from '../../api/api-error.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { EmptyCard } from '../../ui/empty/empty.tsx'
import { formatMoney } from '../../ui/money/money.tsx'
import { PageHeader } from '../../ui/page-header/page-header.tsx'
import { Bone, Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { CalendarArt } from '../../ui/spot-art/calendar.tsx'
import { weekdayAndDay } from '../plan/day-words.ts'
import { yearIn } from '../plan/year-in-address.ts'
import { BackToSchedule } from './back-to-schedule.tsx'
import { MethodForm } from './method/method-form.tsx'
import { onlyThisWords, whyNotWords } from './method/method-words.ts'
import { methodsQuery } from './method/methods-query.ts'
import { useRunningPlan, type RunningPlan } from './use-flexible.ts'
import '../../ui/card/card.css'
import '../../ui/split/split.css'
import './move/move.css'

/** Takes one payment of a running plan from another method. */
export function MethodPage({ account }: { account: Account }) {
  const [search] = useSearchParams()
  const plan = useRunningPlan(account.accountId)
  const dueOn = plan?.flexible.coming.find((each) => each.dueOn === search.get('due'))?.dueOn
  const { data: payment, error } = useQuery({
    ...methodsQuery(account.accountId, { planId: plan?.onFile.id, dueOn }),
    // What was refused is told here: the payment is no longer to come.
    throwOnError: (reason) => !isRefused(reason),
  })
  const isGone = plan === null || (plan && dueOn === undefined) || (error && !payment)
  return (
    <>
      <PageHeader
        crumb={<BackToSchedule />}
        title="Pay it from another method"
        lead={payment && leadOf(payment, account)}
      />
      {isGone ? <NotToCome /> : plan && payment ? <Body {...{ account, plan, payment }} /> : <Bones />}
    </>
  )
}

function leadOf({ amount, on, usual }: PaymentMethods, { region }: Account) {
  return (
    <>
      Your payment of <strong className="num">{formatMoney(amount, region)}</strong> on {weekdayAndDay(on)}{' '}
      {on.slice(0, 4)}. {onlyThisWords(usual?.displayName)}
    </>
  )
}

type BodyProps = { account: Account; plan: RunningPlan; payment: PaymentMethods }

function Body({ account, plan, payment }: BodyProps) {
  const [search] = useSearchParams()
  const { whyNot, methods, chosen } = payment
  if (whyNot !== null)
    return (
      <Alert variant="caution" title={whyNotWords[whyNot].title}>
        {whyNotWords[whyNot].text}
      </Alert>
    )
  if (!methods.some(({ id }) => id !== chosen))
    return (
      <EmptyCard
        art={CalendarArt}
        title="You have no other method yet"
        action={<ButtonLink href="/manage-payments/add">Add a payment method</ButtonLink>}
      >
        Add a card or a bank account, and then choose it here for this payment. Nothing else changes.
      </EmptyCard>
    )
  return (
    <MethodForm key={payment.dueOn} account={account} plan={plan} payment={payment} year={yearIn(search)} />
  )
}

function NotToCome() {
  return (
    <EmptyCard
      art={CalendarArt}
      title="This payment is not among those to come"
      action={
        <ButtonLink look="secondary" href="/payment-schedule">
          See your payment schedule
        </ButtonLink>
      }
    >
      It is being collected, is paid already, or your plan has changed.
    </EmptyCard>
  )
}

function Bones() {
  return (
    <Skeleton label="Loading your payment methods">
      <div className="split">
        <div className="card stack stack--20">
          <Bone width="160px" height={20} />
          <Bone height={72} />
          <Bone height={72} />
        </div>
        <div className="card stack stack--20">
          <Bone height={180} />
          <Bone height={52} />
        </div>
      </div>
    </Skeleton>
  )
}
