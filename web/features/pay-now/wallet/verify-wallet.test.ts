import { describe, expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import { ApiError } from '../../../api/api-error.ts'
import type { PaymentCalls } from '../payer.ts'
import { verifyWallet } from './verify-wallet.ts'

type Answer = Awaited<ReturnType<PaymentCalls['verifyWallet']>>

const input = { amount: cents(900), schoolId: 'school', reason: null, description: null }
const failed = 'Payment verification failed'
const notAsked = 'We could not check your payment, and nothing was charged. Please try again.'

function verdictOf(answer: () => Answer, expressPaymentType = 'apple_pay') {
  const calls = { verifyWallet: () => new Promise<Answer>((resolve) => resolve(answer())) }
  return verifyWallet(calls, input, { checkoutSessionId: 'cs_1', expressPaymentType }, 'attempt')
}

const refused = (status: number, msg: string) => (): Answer => {
  throw new ApiError(status, { code: 'server_error', msg }, null)
}

describe('A wallet', () => {
  it('may pay what the server has verified', async () => {
    expect(await verdictOf(() => ({ verified: true, message: null }))).toEqual({ mayPay: true })
  })

  it.each([
    ['the server says why', () => ({ verified: false, message: 'Too late' }), 'Too late', true],
    ['the server says only no', () => ({ verified: false, message: null }), failed, true],
    ['the call is refused', refused(410, 'This request was cancelled.'), 'This request was cancelled.', true],
    ['the server is in trouble', refused(500, 'Internal'), notAsked, false],
    ['no answer comes', refused(0, 'Unreachable'), notAsked, false],
  ])('does not pay when %s', async (_when, answer: () => Answer, message, isOver) => {
    expect(await verdictOf(answer)).toEqual({ mayPay: false, message, isOver })
  })

  it('is one of the two that are offered', async () => {
    const verdict = await verdictOf(() => ({ verified: true, message: null }), 'link')
    expect(verdict).toEqual({ mayPay: false, message: failed, isOver: false })
  })
})
