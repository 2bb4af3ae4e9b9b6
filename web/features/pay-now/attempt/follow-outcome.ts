import type { Payment } from '#contract/pay-now.ts'
import { isRefused, type ApiError } from '../../../api/api-error.ts'

export type Outcome =
  | { kind: 'paid'; payment: Payment }
  | { kind: 'refused'; refusal: ApiError }
  /** It never reached the server. */
  | { kind: 'absent' }

type FollowOptions = {
  /** How long the server must answer "not found" before that is believed: the payment may still be on its way. */
  absentMs?: number
  /** False while the reply to the payment itself may still come. */
  mayBeAbsent?: () => boolean
  /** Whether to query at once instead of after a second. */
  isUrgent?: boolean
  /** Called when a reply, or its absence, leaves the outcome open; with the payment while the bank waits for its payer. */
  onOpen?: (asked: Payment | undefined) => void
}

const waitsMs = [1_000, 2_000, 3_000, 5_000, 8_000, 10_000]
const answerMs = 15_000

/**
 * Queries the outcome of a payment until it is known, and reports it once. It pauses while the page is hidden; it
 * queries at once when the page is visible again and when the connection is back. The returned function stops it.
 */
export function followOutcome(
  ask: () => Promise<Payment>,
  onOutcome: (outcome: Outcome) => void,
  { absentMs = 3_000, mayBeAbsent = () => true, isUrgent = false, onOpen }: FollowOptions = {},
): () => void {
  let asked = 0
  let isAsking = false
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let absentSince: number | null = null

  function stop() {
    isOver = true
    clearTimeout(timer)
    removeEventListener('online', askNow)
    document.removeEventListener('visibilitychange', askNow)
  }
  function waitForTurn() {
    clearTimeout(timer)
    const wait = waitsMs[Math.min(asked, waitsMs.length - 1)]
    timer = setTimeout(askNow, wait)
  }
  function askNow() {
    if (isOver || isAsking || document.visibilityState === 'hidden') return
    clearTimeout(timer)
    isAsking = true
    asked += 1
    void answerInTime(ask()).then((answer) => {
      isAsking = false
      if (isOver) return
      const outcome = outcomeIn(answer)
      if (outcome) {
        stop()
        return onOutcome(outcome)
      }
      onOpen?.(isPayment(answer) && answer.confirmation ? answer : undefined)
      waitForTurn()
    })
  }
  function outcomeIn(answer: unknown): Outcome | null {
    if (isPayment(answer)) return answer.status === 'Unknown' ? null : { kind: 'paid', payment: answer }
    if (isRefused(answer) && answer.status === 404) {
      if (!mayBeAbsent()) return null
      absentSince ??= performance.now()
      return performance.now() - absentSince >= absentMs ? { kind: 'absent' } : null
    }
    // A server that could not be reached does not confirm that there is a payment.
    if (isRefused(answer) && answer.code === 'payment_in_progress') absentSince = null
    if (isRefused(answer) && isDecisive(answer)) return { kind: 'refused', refusal: answer }
    return null
  }

  addEventListener('online', askNow)
  document.addEventListener('visibilitychange', askNow)
  if (isUrgent) askNow()
  else waitForTurn()
  return stop
}

/** Other refusals are about the call, not about the payment. */
function isDecisive({ code }: ApiError): boolean {
  return code === 'payment_declined' || code === 'session_expired'
}

function isPayment(answer: unknown): answer is Payment {
  return typeof answer === 'object' && answer !== null && 'paymentId' in answer
}

/** The answer, or what was thrown; undefined if neither came. */
function answerInTime(answer: Promise<Payment>): Promise<unknown> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), answerMs)
  const known = answer.catch((error: unknown) => error)
  return Promise.race([known, late]).finally(() => clearTimeout(timer))
}
