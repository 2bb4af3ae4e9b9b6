import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { Redirect } from 'wouter'
import type { GuestPaymentPage } from '#contract/guest-payments.ts'
import { cents, parseAmount } from '#domain/money.ts'
import { regionFacts, type Region } from '#domain/region.ts'
import { isRefused } from '../../api/api-error.ts'
import { useRegion } from '../../session/session.ts'
import { endVisit } from '../../session/visited-region.ts'
import { PageHeader } from '../../ui/page-header/page-header.tsx'
import { guestCalls } from './guest/guest-calls.ts'
import { GuestDetails } from './guest/guest-details.tsx'
import { freshGuestDraft, readInput, type GuestDraft } from './guest/guest-draft.ts'
import { guestPageQuery } from './guest/guest-page-query.ts'
import { useKeptDraft } from './kept-draft.ts'
import { withoutBpay } from './method/method-offer.ts'
import { MethodStep } from './method/method-step.tsx'
import type { PaymentCalls } from './payer.ts'
import { closedLinkOf, hrefOfRequest } from './attempt/closed-link.ts'
import { LinkClosed } from './result/link-closed.tsx'
import { OnItsWay } from './result/on-its-way.tsx'
import { PaymentFailed } from './result/payment-failed.tsx'
import { PaymentNotice } from './result/payment-notice.tsx'
import { hasResult, PaymentResult } from './result/payment-result.tsx'
import { PaymentSkeleton } from './guest/payment-skeleton.tsx'
import { Steps } from './steps.tsx'
import type { PaymentHandle } from './attempt/payment-progress.ts'
import { usePayment } from './attempt/use-payment.ts'
import { useStep } from './use-step.ts'

/**
 * Pays what a school asks for by a link. The holder of the link is the guest. How a payment ended comes before
 * everything else: after it the request is closed, and its details are refused.
 */
export function GuestPage({ requestId }: { requestId: string }) {
  const region = useRegion()
  const calls = guestCalls(requestId)
  const payment = usePayment(requestId, calls, { isLink: true })
  const {
    data: page,
    error,
    refetch,
  } = useQuery({
    ...guestPageQuery(requestId),
    // Where an outcome is shown or looked for, the request may be closed by it.
    enabled: !['finding', 'checking', 'paid'].includes(payment.progress.at),
  })
  const [draft, keepDraft, clearDraft] = useKeptDraft({ request: requestId }, freshGuestDraft)
  useVisit(requestId, region)
  const isPaid = payment.progress.at === 'paid'
  const finish = useEffectEvent(clearDraft)
  useEffect(() => {
    if (isPaid) finish()
  }, [isPaid])

  if (hasResult(payment)) {
    const bpay = page?.accountInfo.bpayInfo ?? null
    return <PaymentResult region={region} payment={payment} calls={calls} bpay={bpay} />
  }
  // Too many tries say nothing about the request, and what is on the screen stays true.
  if (isRefused(error) && !(page && error.status === 429)) {
    const closed = closedLinkOf(error)
    const current = closed?.request.current
    // The page is loaded anew: nothing of what was begun for the old request belongs to this one.
    if (current !== undefined) return <Redirect to={hrefOfRequest(current)} replace />
    if (closed) return <LinkClosed region={region} link={closed} />
    return <PaymentFailed region={region} message={error.msg || null} first={error.payment} />
  }
  if (error && !page) throw error
  if (!page) return <PaymentSkeleton />
  const { amountDue, onItsWay } = page.payableDetails
  if (amountDue === 0 && onItsWay) return <OnItsWay region={region} page={page} inTransit={onItsWay} />
  return (
    <GuestSteps
      requestId={requestId}
      page={page}
      region={region}
      calls={calls}
      payment={payment}
      draft={draft}
      onDraft={keepDraft}
      onRenewCardForm={() => void refetch()}
    />
  )
}

/** What the link showed ends with its page, and the page speaks the language of the school's country. */
function useVisit(requestId: string, region: Region): void {
  const queryClient = useQueryClient()
  useEffect(
    () => () => {
      queryClient.removeQueries({ queryKey: guestPageQuery(requestId).queryKey })
      endVisit()
    },
    [queryClient, requestId],
  )
  useEffect(() => {
    const { lang } = document.documentElement
    document.documentElement.lang = regionFacts[region].locale
    return () => {
      document.documentElement.lang = lang
    }
  }, [region])
}

type GuestStepsProps = {
  requestId: string
  page: GuestPaymentPage
  region: Region
  calls: PaymentCalls
  payment: PaymentHandle
  draft: GuestDraft
  onDraft: (draft: GuestDraft) => void
  onRenewCardForm: () => void
}

function GuestSteps(props: GuestStepsProps) {
  const { requestId, page, region, calls, payment, draft, onDraft, onRenewCardForm } = props
  const { accountInfo, institutionInfo } = page
  const amountDue = parseAmount(page.payableDetails.amountDue) ?? cents(0)
  const schoolId = institutionInfo.larkwellId
  const request = useMemo(
    () => readInput(draft, { amountDue, schoolId, region }),
    [draft, amountDue, schoolId, region],
  )
  const lack = typeof request === 'string' ? request : null
  const [step, goTo] = useStep(lack === null)
  return (
    <>
      <PageHeader
        key={step}
        title="Make a payment"
        lead={`To make a payment to ${institutionInfo.displayName}, complete the details below.`}
      />
      <PaymentNotice payment={payment} />
      <Steps step={step} />
      {step === 'details' || typeof request === 'string' ? (
        <GuestDetails
          requestId={requestId}
          page={page}
          region={region}
          draft={draft}
          onDraft={onDraft}
          lack={lack}
          onProceed={() => goTo('method')}
        />
      ) : (
        <MethodStep
          offer={{
            region,
            schoolName: institutionInfo.displayName,
            cardSurcharges: institutionInfo.cardSurcharges,
            sources: withoutBpay(accountInfo.repaymentSources),
            bpay: accountInfo.bpayInfo,
            dueAmount: amountDue,
            tokenizationUrl: page.tokenizationUrl,
            onRenewCardForm,
          }}
          input={request}
          calls={calls}
          payment={payment}
          onBack={() => goTo('details')}
        />
      )}
    </>
  )
}
