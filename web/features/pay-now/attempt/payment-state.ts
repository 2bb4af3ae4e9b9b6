import type { Payment } from '#contract/pay-now.ts'
import type { Cents } from '#domain/money.ts'
import { isRefused, type ApiError } from '../../../api/api-error.ts'
import type { PaidWith, Payable } from '../payer.ts'
import { closedLinkOf } from './closed-link.ts'
import type { Outcome } from './follow-outcome.ts'
import type { PaymentEntry } from './payment-entry.ts'
import type {
  PaymentEffect,
  PaymentEvent,
  PaymentState,
  SentEntry,
  Step,
  Try,
  TryEvent,
} from './payment-events.ts'
import type { PaymentProgress } from './payment-progress.ts'
import { isFinal, verdictOf } from './verdict.ts'

const neverArrived = 'Your payment did not reach us, and nothing was charged. You can try again.'
const calledOff = 'You did not confirm this payment, and nothing was charged.'
const declinedBefore =
  'A payment with other details was sent before and declined. Nothing was charged. Please check your details before you try again.'

/**
 * One payment, from the press on Pay to its outcome, as a pure function of state and event. Only the server's answer
 * ends an attempt: until then the page asks for the outcome, and the attempt keeps its id.
 */
export function next(state: PaymentState, event: PaymentEvent): Step {
  switch (event.type) {
    case 'page loaded': {
      if (event.session !== null) {
        const recorded = recordSession(state, event.session, state.progress)
        return { ...recorded, effects: [{ do: 'rewrite entry', entry: {} }, ...recorded.effects] }
      }
      return event.sent ? find(state, event.sent) : move(state, event.entry)
    }
    case 'pay pressed': {
      if (state.current) return unchanged(state)
      const { input: payable, about, paidWith } = event
      const begun = begin(state, { context: { input: payable, about } }, { at: 'paying' })
      if (typeof paidWith !== 'function') return send(begun, payable, paidWith)
      const { number } = begun.current
      return { state: begun, effects: [{ do: 'prepare', number, input: payable, prepare: paidWith }] }
    }
    case 'wallet pressed': {
      if (state.current) return unchanged(state)
      const begun = begin(state, { isSent: true, isAwaited: true }, { at: 'paying' })
      return { state: begun, effects: [noteSent(begun.current)] }
    }
    case 'wallet paid before':
      return recordSession(state, event.session, { at: 'paying' })
    case 'bpay chosen':
      return {
        state: { ...state, progress: { at: 'bpay', amount: event.amount } },
        effects: [{ do: 'show bpay steps', amount: event.amount }],
      }
    case 'start again':
      return startAgain(state)
    case 'confirm pressed':
      return confirmAgain(state)
    case 'call off pressed':
      return callOff(state)
    case 'history moved':
      if (event.isLink && state.progress.at === 'paid' && event.entry.attempt === undefined)
        return unchanged(state)
      return move(state, event.entry)
    case 'other tab moved on':
      if (state.current || event.keptId === state.attemptId) return unchanged(state)
      if (state.progress.at === 'paid') return unchanged({ ...state, attemptId: event.keptId })
      return {
        state,
        effects: [{ do: 'ask about own attempt', attemptId: state.attemptId, keptId: event.keptId }],
      }
    case 'own attempt answered':
      return state.current ? unchanged(state) : followOtherTab(state, event)
    case 'attempt changed':
      return unchanged({ ...state, attemptId: event.attemptId })
    case 'wallet answered':
      return walletAnswered(state, event)
    default:
      return state.current?.number === event.number
        ? nextOfTry(state, state.current, event)
        : unchanged(state)
  }
}

function nextOfTry(state: PaymentState, current: Try, event: TryEvent): Step {
  const answered = { ...current, isAwaited: false }
  switch (event.type) {
    case 'prepared':
      return send({ ...state, current }, event.input, event.paidWith)
    case 'preparing failed': {
      // Nothing was sent, so the attempt keeps its id.
      const refusal = isRefused(event.error) ? event.error : null
      const progress = failed(current, refusal?.msg, null, refusal && isFinal(refusal) ? null : 'again')
      return { state: { ...state, current: null, progress }, effects: [{ do: 'return to method step' }] }
    }
    case 'replied':
      return replied(state, answered, event.payment)
    case 'reply failed':
      return replyFailed(state, answered, event.error)
    case 'reply late':
      return check(state, answered, { isUrgent: false })
    case 'outcome open':
      return stillOpen(state, event.asked)
    case 'bank asked':
      return check(state, answered, { isUrgent: true })
    case 'called off':
      return givenUp(state, current, event.answer)
    case 'outcome known':
      return conclude(state, current, event.outcome)
  }
}

function replied(state: PaymentState, current: Try, payment: Payment): Step {
  if (payment.status !== 'Unknown') return paid(state, current, payment)
  if (!payment.confirmation) return check(state, current, { isUrgent: false })
  const { clientSecret } = payment.confirmation
  return { state: { ...state, current }, effects: [{ do: 'ask bank', number: current.number, clientSecret }] }
}

function stillOpen(state: PaymentState, request: Payment | undefined): Step {
  const { at } = state.progress
  if (request && (at === 'finding' || at === 'checking'))
    return unchanged({ ...state, progress: { at: 'unconfirmed', payment: request, isBusy: false } })
  return at === 'finding' ? unchanged({ ...state, progress: { at: 'checking' } }) : unchanged(state)
}

function confirmAgain(state: PaymentState): Step {
  const { progress, current } = state
  if (progress.at !== 'unconfirmed' || progress.isBusy || !current) return unchanged(state)
  const clientSecret = progress.payment.confirmation?.clientSecret ?? ''
  return {
    state: { ...state, progress: { ...progress, isBusy: true } },
    effects: [{ do: 'stop watching' }, { do: 'ask bank', number: current.number, clientSecret }],
  }
}

function callOff(state: PaymentState): Step {
  const { progress, current } = state
  if (progress.at !== 'unconfirmed' || progress.isBusy || !current) return unchanged(state)
  const { number, attemptId } = current
  return {
    state: { ...state, progress: { ...progress, isBusy: true } },
    effects: [{ do: 'stop watching' }, { do: 'call off', number, attemptId }],
  }
}

/** It may have been confirmed in another tab just before. */
function givenUp(state: PaymentState, current: Try, answer: Payment | ApiError | null): Step {
  if (answer && 'paymentId' in answer && answer.status !== 'Unknown') return paid(state, current, answer)
  if (!isRefused(answer) || answer.code !== 'payment_declined')
    return check(state, current, { isUrgent: true })
  return settled(state, { at: 'open', notice: calledOff }, [
    { do: 'end attempt', attemptId: current.attemptId },
    { do: 'return to method step' },
  ])
}

function walletAnswered(
  state: PaymentState,
  { number, session, outcome }: Extract<PaymentEvent, { type: 'wallet answered' }>,
): Step {
  // The wallet has taken money: that is recorded even if the try was settled meanwhile.
  if (outcome === 'done') return recordSession(state, session, state.progress)
  const { current } = state
  if (current?.number !== number) return unchanged(state)
  if (outcome === 'declined') return reopen(state, current, null)
  // Nobody knows whether it has paid: the server can ask the provider about the session.
  const { attemptId } = current
  return { state, effects: [{ do: 'record session', number, attemptId, session }] }
}

function replyFailed(state: PaymentState, current: Try, error: unknown): Step {
  const verdict = verdictOf(error)
  switch (verdict.kind) {
    case 'refused':
      return refused(state, current, verdict.refusal)
    case 'other-total':
      return reopen(state, current, verdict.refusal.msg, verdict.total)
    case 'later':
      return current.session === undefined
        ? reopen(state, current, verdict.refusal.msg)
        : check(state, current, { isUrgent: true })
    case 'reused':
      // What was sent first under this id may have been taken: nobody pays again before that is known.
      return check(state, { ...current, isEarlier: true }, { isUrgent: true })
    case 'under-way': {
      const blocked = current.session === undefined ? { ...current, blocker: verdict.refusal } : current
      return check(state, blocked, { isUrgent: true })
    }
    case 'unclear':
      return check(state, current, { isUrgent: false })
  }
}

function conclude(state: PaymentState, current: Try, outcome: Outcome): Step {
  switch (outcome.kind) {
    case 'paid':
      return paid(state, current, outcome.payment)
    case 'refused': {
      if (!current.isEarlier) return refused(state, current, outcome.refusal)
      const { attemptId } = current
      return settled(state, { at: 'open', notice: declinedBefore }, [
        { do: 'end attempt', attemptId },
        { do: 'return to method step' },
      ])
    }
    case 'absent': {
      const { blocker, attemptId } = current
      if (!blocker) return reopen(state, current, neverArrived)
      return settled(state, failed(current, blocker.msg, blocker.payment, 'look'), [
        { do: 'note not sent', attemptId },
        { do: 'return to method step' },
      ])
    }
  }
}

function paid(state: PaymentState, current: Try, payment: Payment): Step {
  const { attemptId, session, isEarlier } = current
  return settled(state, { at: 'paid', payment, isEarlier }, [
    { do: 'end attempt', attemptId },
    { do: 'rewrite entry', entry: { attempt: attemptId, session } },
  ])
}

function refused(state: PaymentState, current: Try, refusal: ApiError): Step {
  const progress = failed(current, refusal.msg, refusal.payment, isFinal(refusal) ? null : 'again')
  return settled(state, { ...progress, closed: closedLinkOf(refusal) }, [
    { do: 'end attempt', attemptId: current.attemptId },
    { do: 'return to method step' },
  ])
}

/** Back to the choice of a method, with the same attempt. */
function reopen(state: PaymentState, { attemptId }: Try, notice: string | null, total?: Cents): Step {
  return settled(state, { at: 'open', notice, ...(total !== undefined && { total }) }, [
    { do: 'note not sent', attemptId },
    { do: 'return to method step' },
  ])
}

function settled(state: PaymentState, progress: PaymentProgress, effects: PaymentEffect[]): Step {
  return { state: { ...state, current: null, progress }, effects: [{ do: 'stop watching' }, ...effects] }
}

function failed(
  { context }: Try,
  message: string | undefined,
  first: ApiError['payment'],
  nextStep: 'again' | 'look' | null,
): Extract<PaymentProgress, { at: 'failed' }> {
  return { at: 'failed', message: message || null, first, next: nextStep, ...context }
}

function begin(
  state: PaymentState,
  given: Partial<Omit<Try, 'number'>>,
  progress: PaymentProgress,
): PaymentState & { current: Try } {
  const number = state.tries + 1
  const { attemptId } = state
  const current = { attemptId, context: {}, isSent: false, isAwaited: false, ...given, number }
  return { ...state, tries: number, current, progress }
}

function send(state: PaymentState & { current: Try }, payable: Payable, paidWith: PaidWith): Step {
  const current = { ...state.current, isSent: true, isAwaited: true }
  const { number, attemptId } = current
  return {
    state: { ...state, current },
    effects: [noteSent(current), { do: 'pay', number, attemptId, input: payable, paidWith }],
  }
}

function recordSession(state: PaymentState, session: string, progress: PaymentProgress): Step {
  const begun = begin(state, { session, isSent: true, isAwaited: true }, progress)
  const { number, attemptId } = begun.current
  return {
    state: begun,
    effects: [noteSent(begun.current), { do: 'record session', number, attemptId, session }],
  }
}

function noteSent({ attemptId, session }: Try): PaymentEffect {
  return { do: 'note sent', attemptId, session }
}

/** Something was sent before, from here or from another tab. */
function find(state: PaymentState, { attempt, session }: SentEntry): Step {
  const begun = begin(state, { attemptId: attempt, session, isSent: true }, { at: 'finding' })
  return { state: begun, effects: [watch(begun.current, true)] }
}

function check(state: PaymentState, current: Try, { isUrgent }: { isUrgent: boolean }): Step {
  return {
    state: { ...state, current, progress: { at: 'checking', ...current.context } },
    effects: [watch(current, isUrgent)],
  }
}

function watch({ number, attemptId, session, blocker }: Try, isUrgent: boolean): PaymentEffect {
  // The server has answered already: that it knows of no payment is then true at once.
  return { do: 'watch', number, attemptId, session, isUrgent, absentMs: blocker ? 0 : undefined }
}

function startAgain(state: PaymentState): Step {
  const { progress } = state
  if (progress.at === 'paid' || progress.at === 'bpay') {
    return {
      state: { ...state, progress: { at: 'open', notice: null } },
      effects: [{ do: 'refresh details' }, { do: 'rewrite entry', entry: {} }],
    }
  }
  if (progress.at !== 'failed') return unchanged(state)
  // Another payment came first: the amount due has changed, so the first step is shown with it.
  const isOutdated = progress.first !== null || progress.next === 'look'
  return {
    state: { ...state, progress: { at: 'open', notice: null } },
    effects: isOutdated
      ? [{ do: 'refresh details' }, { do: 'rewrite entry', entry: {} }]
      : [{ do: 'return to method step' }],
  }
}

function move(state: PaymentState, { attempt, session, bpayAmount }: PaymentEntry): Step {
  const { current, progress } = state
  if (current) {
    // There is no way back from a payment that was sent before its outcome is known.
    const isWaiting = progress.at === 'paying' && current.isSent
    return isWaiting ? check(state, current, { isUrgent: false }) : unchanged(state)
  }
  if (typeof attempt === 'string') return find(state, { attempt, session })
  const moved: PaymentProgress =
    bpayAmount !== undefined ? { at: 'bpay', amount: bpayAmount } : { at: 'open', notice: null }
  return {
    state: { ...state, progress: progress.at === 'open' && moved.at === 'open' ? progress : moved },
    effects: progress.at === 'paid' ? [{ do: 'refresh details' }] : [],
  }
}

/** What became of this tab's attempt, after another tab has begun a new one. */
function followOtherTab(
  state: PaymentState,
  { attemptId, keptId, answer }: Extract<PaymentEvent, { type: 'own attempt answered' }>,
): Step {
  if ('paymentId' in answer) {
    const begun = begin(state, { attemptId, isSent: true, isEarlier: true }, state.progress)
    return answer.status === 'Unknown'
      ? check(begun, begun.current, { isUrgent: false })
      : paid(begun, begun.current, answer)
  }
  // Declined or never sent: it is over. Without such an answer, the old id is the safe one.
  const isOver = answer.status === 402 || answer.status === 404
  return unchanged(isOver ? { ...state, attemptId: keptId } : state)
}

function unchanged(state: PaymentState): Step {
  return { state, effects: [] }
}
