import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'wouter'
import type { Account } from '#contract/accounts.ts'
import { extraOutcomes } from '#domain/plan/changes/extra.ts'
import { useStored } from '../../session/storage.ts'
import { readToken } from '../../session/token.ts'
import { PageHeader } from '../../ui/page-header/page-header.tsx'
import { Bone, Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { usePayment } from '../pay-now/attempt/use-payment.ts'
import { earlyCalls } from '../pay-now/early/early-calls.ts'
import { earlyPaymentQuery } from '../pay-now/early/early-payment-query.ts'
import { useNews } from '../pay-now/early/use-save-card.ts'
import { useKeptDraft } from '../pay-now/kept-draft.ts'
import { PaymentNotice } from '../pay-now/result/payment-notice.tsx'
import { hasResult, PaymentResult } from '../pay-now/result/payment-result.tsx'
import { readPlanAgain } from './change-plan.ts'
import { freshExtraDraft, outcomeOf } from './extra/extra-draft.ts'
import { BackToSchedule } from './back-to-schedule.tsx'
import { ExtraForm } from './extra/extra-form.tsx'
import { ExtraNote } from './extra/extra-note.tsx'
import { scopeOf } from './extra/extra-preview.ts'
import { ExtraSwitch, switchableOf } from './extra/extra-switch.tsx'
import { WhyNoExtra, whyNoExtra } from './extra/why-no-extra.tsx'
import { useRunningPlan } from './use-flexible.ts'
import '../../ui/card/card.css'
import './extra/extra.css'

/** A parent pays more towards the plan and chooses what it does. */
export function ExtraPage({ account }: { account: Account }) {
  const { accountId, region } = account
  const plan = useRunningPlan(accountId)
  const { data: page, error, refetch } = useQuery(earlyPaymentQuery(accountId))
  const [search] = useSearchParams()
  const extraOutcome = extraOutcomes.find((each) => each === search.get('outcome'))
  const customer = readToken(useStored('token'))?.sub ?? ''
  const [draft, keepDraft, clearDraft] = useKeptDraft(
    { customer, account: `${accountId}.extra` },
    freshExtraDraft,
    extraOutcome ? { outcome: extraOutcome } : {},
  )
  const request = plan && {
    planId: plan.onFile.id,
    version: plan.onFile.version,
    outcome: outcomeOf(draft),
  }
  const calls = earlyCalls(accountId, request ?? undefined)
  const payment = usePayment(accountId, calls)
  const tellNews = useNews()
  const { progress } = payment
  const { at } = progress
  const paid = progress.at === 'paid' ? progress.payment : null
  const finish = useEffectEvent(() => {
    clearDraft()
    tellNews()
  })
  useEffect(() => {
    if (at === 'paid') finish()
  }, [at])
  const readAnew = useEffectEvent(() => {
    // The plan may have changed, and a card that was typed is used up.
    void readPlanAgain(accountId)
    void refetch()
  })
  useEffect(() => {
    if (at === 'failed') readAnew()
  }, [at])

  if (hasResult(payment))
    return (
      <PaymentResult
        region={region}
        payment={payment}
        calls={calls}
        bpay={null}
        homePath="/payment-schedule"
        homeName="Payment schedule"
        note={paid && <ExtraNote accountId={accountId} region={region} payment={paid} />}
      />
    )
  // The view of all errors shows it; how a payment ended comes before that.
  if (error && !page) throw error
  const whyNot = plan === undefined ? null : whyNoExtra(plan?.flexible, plan ? mostOf(plan) : 0)
  const change = plan ? switchableOf(plan.flexible.changes) : undefined
  return (
    <>
      <PageHeader
        crumb={<BackToSchedule />}
        title="Pay extra"
        lead="Pay more towards your plan and choose what it does. Every outcome is exact."
      />
      <PaymentNotice payment={payment} />
      {change && (
        <ExtraSwitch
          key={`${change.id} ${change.details.outcome}`}
          accountId={accountId}
          region={region}
          change={change}
        />
      )}
      {whyNot && <WhyNoExtra whyNot={whyNot} />}
      {!whyNot &&
        (plan && page ? (
          <ExtraForm
            account={account}
            plan={plan}
            page={page}
            draft={draft}
            onDraft={keepDraft}
            calls={calls}
            payment={payment}
            tellNews={tellNews}
            onRenewCardForm={() => void refetch()}
          />
        ) : (
          <ExtraSkeleton />
        ))}
    </>
  )
}

const mostOf = (plan: NonNullable<ReturnType<typeof useRunningPlan>>) =>
  scopeOf(plan, plan.facts.offer.today).most

function ExtraSkeleton() {
  return (
    <Skeleton label="Loading your plan">
      <Bone height={180} />
      <Bone height={380} />
      <Bone height={220} />
    </Skeleton>
  )
}
