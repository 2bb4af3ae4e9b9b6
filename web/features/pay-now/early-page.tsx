import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo } from 'react'
import type { Account } from '#contract/accounts.ts'
import type { PaymentPage } from '#contract/pay-now.ts'
import { SessionEnd } from '../../session/session-end.tsx'
import { useStaffRefusal } from '../../session/staff-refusal.ts'
import { useStored } from '../../session/storage.ts'
import { readToken } from '../../session/token.ts'
import { PageHeader } from '../../ui/page-header/page-header.tsx'
import { earlyCalls } from './early/early-calls.ts'
import { EarlyDetails } from './early/early-details.tsx'
import { amountIn, freshEarlyDraft, schoolOf, inputOf, type EarlyDraft } from './early/early-draft.ts'
import { earlyPaymentQuery } from './early/early-payment-query.ts'
import { EarlySkeleton } from './early/early-skeleton.tsx'
import { useKeptDraft } from './kept-draft.ts'
import { withoutBpay } from './method/method-offer.ts'
import { keepChoice } from './method/use-method-choice.ts'
import { MethodStep } from './method/method-step.tsx'
import type { PaidWith, PaymentCalls } from './payer.ts'
import { PaymentNotice } from './result/payment-notice.tsx'
import { hasResult, PaymentResult } from './result/payment-result.tsx'
import { useNews, useSaveCard } from './early/use-save-card.ts'
import { Steps } from './steps.tsx'
import { readEntry, rewriteEntry } from './attempt/payment-entry.ts'
import type { PaymentHandle } from './attempt/payment-progress.ts'
import { usePayment } from './attempt/use-payment.ts'
import { useStep } from './use-step.ts'

/** A parent pays a school before the plan would. */
export function EarlyPage({ account }: { account: Account }) {
  return (
    <>
      <EarlyPayment account={account} />
      <SessionEnd />
    </>
  )
}

function EarlyPayment({ account }: { account: Account }) {
  const { accountId, region, bpayInfo } = account
  const { data: page, error, refetch } = useQuery(earlyPaymentQuery(accountId))
  const calls = earlyCalls(accountId)
  const payment = usePayment(accountId, calls)
  const customer = readToken(useStored('token'))?.sub ?? ''
  const asked = amountIn(location.search)
  const [draft, keepDraft, clearDraft] = useKeptDraft(
    { customer, account: accountId },
    freshEarlyDraft,
    asked === null ? {} : { amount: asked },
  )
  const keepAsked = useEffectEvent(() => {
    if (asked === null) return
    keepDraft(draft)
    const method = new URLSearchParams(location.search).get('method')
    if (method !== null) keepChoice(accountId, method)
    // From here on the amount is what stands in the field: a reload must not bring back another.
    rewriteEntry(readEntry(), new URLSearchParams(location.search).get('step') ?? undefined)
  })
  useEffect(() => keepAsked(), [])
  const tellNews = useNews()
  const save = useSaveCard(accountId, tellNews)
  const isPaid = payment.progress.at === 'paid'
  const finish = useEffectEvent(() => {
    clearDraft()
    tellNews()
  })
  useEffect(() => {
    if (isPaid) finish()
  }, [isPaid])
  const hasFailed = payment.progress.at === 'failed'
  useEffect(() => {
    // For the next try: with what a card that was saved meanwhile costs, and another form.
    if (hasFailed) void refetch()
  }, [hasFailed, refetch])

  if (hasResult(payment))
    return <PaymentResult region={region} payment={payment} calls={calls} bpay={bpayInfo} homePath="/" />
  // The view of all errors shows it; how a payment ended comes before that.
  if (error && !page) throw error
  if (!page) return <EarlySkeleton />
  return (
    <EarlySteps
      account={account}
      page={page}
      draft={draft}
      onDraft={keepDraft}
      calls={calls}
      payment={payment}
      saveCard={save}
      onRenewCardForm={() => void refetch()}
    />
  )
}

type EarlyStepsProps = {
  account: Account
  page: PaymentPage
  draft: EarlyDraft
  onDraft: (draft: EarlyDraft) => void
  calls: PaymentCalls
  payment: PaymentHandle
  saveCard: (cardToken: string) => Promise<PaidWith>
  onRenewCardForm: () => void
}

function EarlySteps({
  account,
  page,
  draft,
  onDraft,
  calls,
  payment,
  saveCard,
  onRenewCardForm,
}: EarlyStepsProps) {
  const refusal = useStaffRefusal('POST /api/portal/customer/account/:accountId/payments')
  const { schoolId, amount } = draft
  // The same object as long as it says the same, for what is prepared with it.
  const input = useMemo(
    () => (refusal ? null : inputOf({ schoolId, amount }, page.institutions)),
    [refusal, schoolId, amount, page],
  )
  const [step, goTo] = useStep(input !== null)
  const school = schoolOf(draft, page.institutions)
  return (
    <>
      <PageHeader key={step} title="Make a payment" lead={leadFor(page.institutions)} />
      <PaymentNotice payment={payment} />
      <Steps step={step} />
      {step === 'details' || !input || !school ? (
        <EarlyDetails
          account={account}
          page={page}
          draft={draft}
          onDraft={onDraft}
          onProceed={() => goTo('method')}
          refusal={refusal}
        />
      ) : (
        <MethodStep
          offer={{
            region: account.region,
            schoolName: school.name,
            cardSurcharges: school.cardSurcharges,
            sources: withoutBpay(page.repaymentSources),
            bpay: account.bpayInfo,
            tokenizationUrl: page.tokenizationUrl,
            onRenewCardForm,
          }}
          input={input}
          calls={calls}
          payment={payment}
          onBack={() => goTo('details')}
          saveCard={saveCard}
        />
      )}
    </>
  )
}

function leadFor(schools: PaymentPage['institutions']): string {
  const [only, ...others] = schools
  return only && others.length === 0
    ? `Pay early towards your fees at ${only.name}.`
    : 'Pay early towards your school fees.'
}
