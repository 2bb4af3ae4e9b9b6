import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { Payment } from '#contract/pay-now.ts'
import { ApiError, isRefused } from '../../../api/api-error.ts'
import { followOtherTabs } from '../../../session/storage.ts'
import { askBank } from '../../../stripe/ask-bank.ts'
import { attemptFor, endAttempt, keptAttempt, noteSent } from './attempt.ts'
import { followOutcome } from './follow-outcome.ts'
import type { PaymentCalls } from '../payer.ts'
import { noteInEntry, readEntry, rewriteEntry, type PaymentEntry } from './payment-entry.ts'
import type { PaymentHandle, PaymentProgress } from './payment-progress.ts'
import type { PaymentEffect, PaymentEvent, PaymentState, SentEntry } from './payment-events.ts'
import { next } from './payment-state.ts'
import { pageAddress, returnedSession } from '../return-address.ts'

/** The time that the payer waits at the button before the page shows a message. The reply may still come later. */
const replyMs = 30_000

/** Performs the effects of `next`: calls, timers, storage and history. */
export function usePayment(
  payFor: string,
  calls: PaymentCalls,
  { isLink = false }: { isLink?: boolean } = {},
): PaymentHandle {
  const queryClient = useQueryClient()
  const [shown, setShown] = useState<PaymentState>(() => stateOnLoad(payFor))
  /** Up to date before the next render, so that a second click finds the first. */
  const state = useRef(shown)
  const isMounted = useRef(false)
  const stopWatching = useRef(() => {})

  /** After the page is left nothing changes: the next page finds that something was sent, and asks. */
  function dispatch(event: PaymentEvent): void {
    if (!isMounted.current) return
    const step = next(state.current, event)
    state.current = step.state
    setShown(step.state)
    for (const effect of step.effects) perform(effect)
  }

  function perform(effect: PaymentEffect): void {
    switch (effect.do) {
      case 'prepare': {
        const { number, input: payable } = effect
        return void effect.prepare().then(
          (paidWith) => dispatch({ type: 'prepared', number, input: payable, paidWith }),
          (error: unknown) => dispatch({ type: 'preparing failed', number, error }),
        )
      }
      case 'pay':
        return awaitReply(effect.number, calls.pay(effect.input, effect.paidWith, effect.attemptId))
      case 'record session':
        return awaitReply(effect.number, calls.recordSession(effect.session, effect.attemptId))
      case 'ask bank': {
        const onEnd = () => dispatch({ type: 'bank asked', number: effect.number })
        // Whatever the browser has heard of it, the server is asked what came of it.
        return void askBank(effect.clientSecret).then(onEnd, onEnd)
      }
      case 'call off': {
        const { number } = effect
        return void calls.callOff(effect.attemptId).then(
          (answer) => dispatch({ type: 'called off', number, answer }),
          (error: unknown) =>
            dispatch({ type: 'called off', number, answer: error instanceof ApiError ? error : null }),
        )
      }
      case 'watch':
        return watch(effect)
      case 'stop watching':
        return stopWatching.current()
      case 'ask about own attempt': {
        const { attemptId, keptId } = effect
        const onAnswer = (answer: Payment | ApiError) =>
          dispatch({ type: 'own attempt answered', attemptId, keptId, answer })
        return void calls.findOutcome(attemptId).then(onAnswer, (error: unknown) => {
          if (error instanceof ApiError) onAnswer(error)
        })
      }
      case 'note sent':
        noteSent(payFor, effect.attemptId, true)
        return noteInEntry({ attempt: effect.attemptId, session: effect.session })
      case 'note not sent':
        return noteSent(payFor, effect.attemptId, false)
      case 'end attempt':
        return dispatch({ type: 'attempt changed', attemptId: endAttempt(payFor, effect.attemptId).id })
      case 'rewrite entry':
        return rewriteEntry(effect.entry)
      case 'return to method step':
        // The entry keeps whether the first step is the one before it.
        return rewriteEntry(readEntry().isSecond ? { isSecond: true } : {}, 'method')
      case 'show bpay steps':
        return navigate(pageAddress('next-steps'), { state: { bpayAmount: effect.amount } })
      case 'refresh details':
        // The old amount must not show for a moment longer.
        return void queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[1] === payFor })
    }
  }

  function awaitReply(number: number, reply: Promise<Payment>): void {
    const timer = setTimeout(() => dispatch({ type: 'reply late', number }), replyMs)
    void reply
      .finally(() => clearTimeout(timer))
      .then(
        (payment) => dispatch({ type: 'replied', number, payment }),
        (error: unknown) => dispatch({ type: 'reply failed', number, error }),
      )
  }

  function watch({ number, attemptId, session, ...options }: Extract<PaymentEffect, { do: 'watch' }>): void {
    stopWatching.current()
    stopWatching.current = followOutcome(
      () =>
        calls.findOutcome(attemptId).catch((error: unknown) => {
          // A session that was paid is recorded by this, if nobody has done so before.
          if (session && isRefused(error) && error.status === 404)
            return calls.recordSession(session, attemptId)
          throw error
        }),
      (outcome) => dispatch({ type: 'outcome known', number, outcome }),
      {
        ...options,
        mayBeAbsent: () => !state.current.current?.isAwaited,
        onOpen: (request) => dispatch({ type: 'outcome open', number, asked: request }),
      },
    )
  }

  const onLoad = useEffectEvent(() =>
    dispatch({
      type: 'page loaded',
      session: returnedSession(),
      sent: sentBefore(payFor),
      entry: readEntry(),
    }),
  )
  const onMove = useEffectEvent(() => dispatch({ type: 'history moved', entry: readEntry(), isLink }))
  const onOtherTab = useEffectEvent(() => {
    const kept = keptAttempt(payFor)
    if (kept) dispatch({ type: 'other tab moved on', keptId: kept.id })
  })

  useEffect(() => {
    isMounted.current = true
    onLoad()
    const stopFollowing = followOtherTabs(() => onOtherTab())
    const onPopState = () => onMove()
    addEventListener('popstate', onPopState)
    return () => {
      isMounted.current = false
      stopWatching.current()
      stopFollowing()
      removeEventListener('popstate', onPopState)
    }
  }, [])

  return {
    payFor,
    progress: shown.progress,
    attemptId: shown.attemptId,
    pay: (input, paidWith, about) => dispatch({ type: 'pay pressed', input, paidWith, about }),
    showBpaySteps: (command) => dispatch({ type: 'bpay chosen', amount: command?.amount }),
    recordSession: (session) => dispatch({ type: 'wallet paid before', session }),
    async payByWallet(session, confirm) {
      if (state.current.current) return
      dispatch({ type: 'wallet pressed' })
      const number = state.current.tries
      const outcome = await confirm().catch(() => 'unknown' as const)
      dispatch({ type: 'wallet answered', number, session, outcome })
    },
    confirm: () => dispatch({ type: 'confirm pressed' }),
    callOff: () => dispatch({ type: 'call off pressed' }),
    startAgain: () => dispatch({ type: 'start again' }),
  }
}

function stateOnLoad(payFor: string): PaymentState {
  return { attemptId: attemptFor(payFor).id, progress: progressOnLoad(payFor), current: null, tries: 0 }
}

function progressOnLoad(payFor: string): PaymentProgress {
  if (returnedSession() !== null || sentBefore(payFor)) return { at: 'finding' }
  const { bpayAmount } = readEntry()
  return bpayAmount === undefined ? { at: 'open', notice: null } : { at: 'bpay', amount: bpayAmount }
}

/** What this history entry was about goes before what all tabs share. */
function sentBefore(payFor: string): SentEntry | null {
  const entry = readEntry()
  if (isSentEntry(entry)) return entry
  const { id, isSent } = attemptFor(payFor)
  return isSent ? { attempt: id } : null
}

function isSentEntry(entry: PaymentEntry): entry is SentEntry {
  return typeof entry.attempt === 'string'
}
