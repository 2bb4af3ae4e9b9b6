import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Payment } from '#contract/pay-now.ts'
import { ApiError } from '../../../api/api-error.ts'
import { followOutcome } from './follow-outcome.ts'

const payment = (status: Payment['status']): Payment => ({
  paymentId: 'payment-1',
  status,
  amount: 1250,
  surchargePercentage: '0%',
  surchargeAmount: 0,
  date: '2026-03-10',
  accountShortId: 'LW20418',
  schoolName: 'Wattle Grove College',
})
const refusal = (status: number, code: ApiError['code']) => new ApiError(status, { code, msg: 'No.' }, null)
const absent = refusal(404, 'not_found')
const underWay = refusal(409, 'payment_in_progress')

/** The server's answers, one after another; the last one stays. */
function answers(...given: (Payment | Error | 'never')[]) {
  let place = 0
  return vi.fn(() => {
    const answer = given[Math.min(place++, given.length - 1)]
    if (answer === 'never') return new Promise<Payment>(() => {})
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer as Payment)
  })
}

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
const browser = new EventTarget()

describe('The outcome of a payment', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    page.visibilityState = 'visible'
    vi.stubGlobal('document', page)
    vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
    vi.stubGlobal('removeEventListener', browser.removeEventListener.bind(browser))
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it.each([
    ['a payment that succeeded', payment('Succeeded'), { kind: 'paid', payment: payment('Succeeded') }],
    ['a debit on its way', payment('Processing'), { kind: 'paid', payment: payment('Processing') }],
    [
      'a decline',
      refusal(402, 'payment_declined'),
      { kind: 'refused', refusal: refusal(402, 'payment_declined') },
    ],
  ])('is told once: %s', async (_, answer, outcome) => {
    const onOutcome = vi.fn()
    followOutcome(answers(answer), onOutcome)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(onOutcome.mock.calls).toEqual([[outcome]])
  })

  it('is asked for after 1, 2, 3, 5, 8 and then every 10 seconds while it is open', async () => {
    const ask = answers(
      underWay,
      payment('Unknown'),
      refusal(503, 'unavailable'),
      refusal(429, 'rate_limited'),
      refusal(0, 'unreachable'),
    )
    followOutcome(ask, () => {})
    const times: number[] = []
    for (let second = 1; second <= 40; second += 1) {
      const before = ask.mock.calls.length
      await vi.advanceTimersByTimeAsync(1_000)
      if (ask.mock.calls.length > before) times.push(second)
    }
    expect(times).toEqual([1, 3, 6, 11, 19, 29, 39])
  })

  it('is that nothing arrived only after the server has said so for some seconds', async () => {
    const onOutcome = vi.fn()
    const ask = answers(absent)
    followOutcome(ask, onOutcome, { isUrgent: true })
    await vi.advanceTimersByTimeAsync(2_900)
    expect(onOutcome).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(onOutcome.mock.calls).toEqual([[{ kind: 'absent' }]])
    expect(ask.mock.calls.length).toBeGreaterThan(1)
  })

  it('is not that nothing arrived once it has been seen under way', async () => {
    const onOutcome = vi.fn()
    followOutcome(answers(absent, underWay, absent, payment('Succeeded')), onOutcome)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(onOutcome.mock.calls).toEqual([[{ kind: 'paid', payment: payment('Succeeded') }]])
  })

  it('is not that nothing arrived while the reply to the payment may still come', async () => {
    let isAwaited = true
    const onOutcome = vi.fn()
    followOutcome(answers(absent), onOutcome, { mayBeAbsent: () => !isAwaited })
    await vi.advanceTimersByTimeAsync(25_000)
    expect(onOutcome).not.toHaveBeenCalled()
    isAwaited = false
    await vi.advanceTimersByTimeAsync(25_000)
    expect(onOutcome.mock.calls).toEqual([[{ kind: 'absent' }]])
  })

  it('is asked for at once when the connection is back, and when somebody looks at the page again', async () => {
    const ask = answers(underWay)
    followOutcome(ask, () => {})
    await vi.advanceTimersByTimeAsync(20_000)
    const before = ask.mock.calls.length
    browser.dispatchEvent(new Event('online'))
    expect(ask).toHaveBeenCalledTimes(before + 1)
    await vi.advanceTimersByTimeAsync(0)
    page.dispatchEvent(new Event('visibilitychange'))
    expect(ask).toHaveBeenCalledTimes(before + 2)
  })

  it('is not asked for while nobody looks', async () => {
    const ask = answers(underWay)
    followOutcome(ask, () => {})
    page.visibilityState = 'hidden'
    await vi.advanceTimersByTimeAsync(600_000)
    expect(ask).not.toHaveBeenCalled()
    page.visibilityState = 'visible'
    page.dispatchEvent(new Event('visibilitychange'))
    expect(ask).toHaveBeenCalledOnce()
  })

  it('is asked for again where an answer never comes', async () => {
    const onOutcome = vi.fn()
    followOutcome(answers('never', payment('Succeeded')), onOutcome, { isUrgent: true })
    await vi.advanceTimersByTimeAsync(20_000)
    expect(onOutcome).toHaveBeenCalledOnce()
  })

  it('is nobody’s business after the end', async () => {
    const ask = answers(payment('Succeeded'))
    const onOutcome = vi.fn()
    const stop = followOutcome(ask, onOutcome, { isUrgent: true })
    stop()
    await vi.advanceTimersByTimeAsync(60_000)
    browser.dispatchEvent(new Event('online'))
    expect(onOutcome).not.toHaveBeenCalled()
    expect(ask).toHaveBeenCalledOnce()
  })
})
