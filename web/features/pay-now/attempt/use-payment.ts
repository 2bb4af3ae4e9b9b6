import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { Payment } from '#contract/pay-now.ts'
import { isRefused, type ApiError } from '../../../api/api-error.ts'
import { followOtherTabs } from '../../../session/storage.ts'
import { attemptFor, endAttempt, keptAttempt, noteSent } from './attempt.ts'
import { followOutcome, type Outcome } from './follow-outcome.ts'
import type { AmountWish, PaidWith, PaymentCalls } from '../payer.ts'
import type { PaymentAbout, PaymentHandle, PaymentProgress, Told } from './payment-progress.ts'
import { noteInEntry, readEntry, rewriteEntry, type PaymentEntry } from './payment-entry.ts'
import { pageAddress, returnedSession } from '../return-address.ts'
import { isFinal, verdictOf } from './verdict.ts'

type Tried = {
  id: string
  /** The session in which a wallet has paid. */
  session?: string
  told: Told
  /** Another payment was under way when this one came; unless it is this one after all. */
  blocker?: ApiError
  /** Its reply may still come. */
  isAwaited?: boolean
  isOver?: boolean
  /** Its id names a payment that was sent before, here or in another tab. */
  isEarlier?: boolean
}

/** By then whoever waits at the button should hear something. What was sent may still arrive. */
const replyMs = 30_000

const neverArrived = 'Your payment did not reach us, and nothing was charged. You can try again.'
const declinedBefore =
  'A payment with other details was sent before and declined. Nothing was charged. Please check your details before you try again.'

/**
 * One payment, from the press on the button to what is known of it in the end. Nothing but the server's word ends an
 * attempt: whatever is lost on the way, the page asks what became of it, and a new id comes only after an answer.
 */
export function usePayment(payFor: string, calls: PaymentCalls): PaymentHandle {
  const queryClient = useQueryClient()
  const [attemptId, setAttemptId] = useState(() => attemptFor(payFor).id)
  const [progress, setProgress] = useState<PaymentProgress>(() => progressOnLoad(payFor))
  /** From the press until it is settled: state comes too late to stop a second click. */
  const isBusy = useRef(false)
  const isHere = useRef(false)
  const stopAsking = useRef(() => {})
  const lastTried = useRef<Tried>(null)

  /** A page that was left leaves everything as it is: the next one finds that something was sent, and asks. */
  function endTry(tried: Tried): boolean {
    if (tried.isOver || !isHere.current) return false
    tried.isOver = true
    stopAsking.current()
    isBusy.current = false
    return true
  }

  function finish(tried: Tried, payment: Payment): void {
    if (!endTry(tried)) return
    setAttemptId(endAttempt(payFor, tried.id).id)
    rewriteEntry({ attempt: tried.id, session: tried.session })
    setProgress({ at: 'paid', payment, isEarlier: tried.isEarlier })
  }

  function fail(tried: Tried, refusal: ApiError): void {
    if (!endTry(tried)) return
    setAttemptId(endAttempt(payFor, tried.id).id)
    rewriteEntry(asSecond(), 'method')
    setProgress({
      at: 'failed',
      message: refusal.msg || null,
      first: refusal.payment,
      next: isFinal(refusal) ? null : 'again',
      ...tried.told,
    })
  }

  /** Back to the choice of a method, with the same attempt. */
  function reopen(tried: Tried, notice: string | null): void {
    if (!endTry(tried)) return
    noteSent(payFor, tried.id, false)
    rewriteEntry(asSecond(), 'method')
    setProgress({ at: 'open', notice })
  }

  function stepAside(tried: Tried, blocker: ApiError): void {
    if (!endTry(tried)) return
    noteSent(payFor, tried.id, false)
    rewriteEntry(asSecond(), 'method')
    setProgress({
      at: 'failed',
      message: blocker.msg || null,
      first: blocker.payment,
      next: 'look',
      ...tried.told,
    })
  }

  function conclude(tried: Tried, outcome: Outcome): void {
    if (outcome.kind === 'paid') finish(tried, outcome.payment)
    else if (outcome.kind === 'refused' && tried.isEarlier) {
      setAttemptId(endAttempt(payFor, tried.id).id)
      reopen(tried, declinedBefore)
    } else if (outcome.kind === 'refused') fail(tried, outcome.refusal)
    else if (tried.blocker) stepAside(tried, tried.blocker)
    else reopen(tried, neverArrived)
  }

  /** What became of it. A session that was paid is recorded by that, if nobody has done so before. */
  function ask({ id, session }: Tried): Promise<Payment> {
    return calls.findOutcome(id).catch((error: unknown) => {
      if (session && isRefused(error) && error.status === 404) return calls.recordSession(session, id)
      throw error
    })
  }

  function check(tried: Tried, { isUrgent = false } = {}): void {
    if (tried.isOver || !isHere.current) return
    isBusy.current = true
    stopAsking.current()
    setProgress({ at: 'checking', ...tried.told })
    stopAsking.current = followOutcome(
      () => ask(tried),
      (outcome) => conclude(tried, outcome),
      { isUrgent, absentMs: tried.blocker ? 0 : undefined, mayBeAbsent: () => !tried.isAwaited },
    )
  }

  /** Something was sent from here before, or from another tab. */
  function find(entry: PaymentEntry & { attempt: string }): void {
    const tried: Tried = { id: entry.attempt, session: entry.session, told: {} }
    isBusy.current = true
    stopAsking.current()
    stopAsking.current = followOutcome(
      () => ask(tried),
      (outcome) => conclude(tried, outcome),
      { isUrgent: true, onOpen: () => setProgress({ at: 'checking' }) },
    )
  }

  function hear(tried: Tried, reply: Promise<Payment>): void {
    lastTried.current = tried
    tried.isAwaited = true
    const stopWaiting = () => {
      clearTimeout(timer)
      tried.isAwaited = false
    }
    const timer = setTimeout(() => {
      stopWaiting()
      check(tried)
    }, replyMs)
    reply.finally(stopWaiting).then(
      (payment) => (payment.status === 'Unknown' ? check(tried) : finish(tried, payment)),
      (error: unknown) => {
        const verdict = verdictOf(error)
        if (verdict.kind === 'refused') return fail(tried, verdict.refusal)
        if (verdict.kind === 'later' && !tried.session) return reopen(tried, verdict.refusal.msg)
        // What was sent first under this name may have been taken: nobody pays anew before that is known.
        if (verdict.kind === 'reused') tried.isEarlier = true
        if (verdict.kind === 'under-way' && !tried.session) tried.blocker = verdict.refusal
        check(tried, { isUrgent: verdict.kind !== 'unclear' })
      },
    )
  }

  /** From here on it may reach the server. */
  function markSent({ id, session }: Tried): void {
    noteSent(payFor, id, true)
    noteInEntry({ attempt: id, session })
  }

  async function pay(
    wish: AmountWish,
    paidWith: PaidWith | (() => Promise<PaidWith>),
    about?: PaymentAbout,
  ): Promise<void> {
    if (isBusy.current) return
    isBusy.current = true
    lastTried.current = null
    setProgress({ at: 'paying' })
    const tried: Tried = { id: attemptId, told: { wish, about } }
    let ready: PaidWith
    try {
      ready = typeof paidWith === 'function' ? await paidWith() : paidWith
    } catch (error) {
      if (!isHere.current) return
      isBusy.current = false
      const refusal = isRefused(error) ? error : null
      rewriteEntry(asSecond(), 'method')
      return setProgress({
        at: 'failed',
        message: refusal?.msg || null,
        first: null,
        next: refusal && isFinal(refusal) ? null : 'again',
        ...tried.told,
      })
    }
    if (!isHere.current) return
    markSent(tried)
    hear(tried, calls.pay(wish, ready, tried.id))
  }

  function recordSession(session: string): void {
    isBusy.current = true
    const tried: Tried = { id: attemptId, session, told: {} }
    markSent(tried)
    hear(tried, calls.recordSession(session, tried.id))
  }

  async function payByWallet(session: string, confirm: () => Promise<'done' | 'declined'>): Promise<void> {
    if (isBusy.current) return
    isBusy.current = true
    setProgress({ at: 'paying' })
    const tried: Tried = { id: attemptId, told: {} }
    markSent(tried)
    lastTried.current = tried
    tried.isAwaited = true
    const outcome = await confirm().catch(() => 'unknown' as const)
    tried.isAwaited = false
    if (outcome === 'done') recordSession(session)
    else if (outcome === 'declined') reopen(tried, null)
    else hear(tried, calls.recordSession(session, tried.id))
  }

  function startAgain(): void {
    if (progress.at !== 'failed') return
    // Where another payment came first, what is due has changed, and is looked at before anything else.
    if (progress.first || progress.next === 'look') {
      refreshDetails()
      rewriteEntry({})
    } else rewriteEntry(asSecond(), 'method')
    setProgress({ at: 'open', notice: null })
  }

  function refreshDetails(): void {
    // What was due before must not show for a moment longer.
    void queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[1] === payFor })
  }

  const begin = useEffectEvent(() => {
    const session = returnedSession()
    if (session !== null) {
      rewriteEntry({})
      return recordSession(session)
    }
    const sent = sentBefore(payFor)
    if (sent) find(sent)
  })

  const follow = useEffectEvent(() => {
    // Once it is pressed, there is nothing to go back to before it is settled.
    if (progress.at === 'paying' && lastTried.current) return check(lastTried.current)
    if (isBusy.current) return
    const entry = readEntry()
    if (isSentEntry(entry)) {
      setProgress({ at: 'finding' })
      return find(entry)
    }
    if (progress.at === 'paid') refreshDetails()
    const { bpayAmount } = entry
    if (bpayAmount !== undefined) setProgress({ at: 'bpay', amount: bpayAmount })
    else if (progress.at !== 'open') setProgress({ at: 'open', notice: null })
  })

  const hearOtherTabs = useEffectEvent(() => {
    const kept = keptAttempt(payFor)
    if (!kept || kept.id === attemptId || isBusy.current) return
    if (progress.at === 'paid') return setAttemptId(kept.id)
    const tried: Tried = { id: attemptId, told: {}, isEarlier: true }
    calls.findOutcome(attemptId).then(
      (payment) => {
        if (isBusy.current) return
        if (payment.status === 'Unknown') check(tried)
        else finish(tried, payment)
      },
      (error: unknown) => {
        // Declined there, or never sent: nothing of it is left. Where nobody answers, the old id is the safe one.
        if (!isBusy.current && isRefused(error) && [402, 404].includes(error.status)) setAttemptId(kept.id)
      },
    )
  })

  useEffect(() => {
    isHere.current = true
    begin()
    const stopFollowing = followOtherTabs(() => hearOtherTabs())
    const onMove = () => follow()
    addEventListener('popstate', onMove)
    return () => {
      isHere.current = false
      stopAsking.current()
      stopFollowing()
      removeEventListener('popstate', onMove)
    }
  }, [])

  return {
    payFor,
    progress,
    attemptId,
    pay: (wish, paidWith, about) => void pay(wish, paidWith, about),
    showBpaySteps(wish) {
      navigate(pageAddress('next-steps'), { state: { bpayAmount: wish?.amount } })
      setProgress({ at: 'bpay', amount: wish?.amount })
    },
    recordSession(session) {
      setProgress({ at: 'paying' })
      recordSession(session)
    },
    payByWallet,
    startAgain,
  }
}

function progressOnLoad(payFor: string): PaymentProgress {
  if (returnedSession() !== null || sentBefore(payFor)) return { at: 'finding' }
  const { bpayAmount } = readEntry()
  return bpayAmount === undefined ? { at: 'open', notice: null } : { at: 'bpay', amount: bpayAmount }
}

/** What this entry of the history was about stands above what all tabs share. */
function sentBefore(payFor: string): (PaymentEntry & { attempt: string }) | null {
  const entry = readEntry()
  if (isSentEntry(entry)) return entry
  const { id, isSent } = attemptFor(payFor)
  return isSent ? { attempt: id } : null
}

function isSentEntry(entry: PaymentEntry): entry is PaymentEntry & { attempt: string } {
  return typeof entry.attempt === 'string'
}

/** Whether the first step is behind the entry at hand stays true, whatever else is said of it. */
function asSecond(): PaymentEntry {
  return readEntry().isSecond ? { isSecond: true } : {}
}
