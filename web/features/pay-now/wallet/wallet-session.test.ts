import { beforeEach, describe, expect, it, vi } from 'vitest'
import { cents } from '#domain/money.ts'
import type { PaymentInput, PaymentCalls } from '../payer.ts'
import { forgetWalletSession, openWalletSession } from './wallet-session.ts'

const input = (amount: number, schoolId = 'school'): PaymentInput => ({
  amount: cents(amount),
  schoolId,
  reason: null,
  description: null,
})

/** Opens as many sessions as it is asked for, each with a secret of its own. */
function openingCalls() {
  const openSession = vi.fn<PaymentCalls['openSession']>()
  let count = 0
  openSession.mockImplementation(() => {
    count += 1
    return Promise.resolve({ clientSecret: `cs_${count}_secret_x` })
  })
  const calls = { openSession } as unknown as PaymentCalls
  return { openSession, calls }
}

beforeEach(forgetWalletSession)

describe('The session of a wallet', () => {
  it('is opened once for an attempt and its sum, also when two ask at once', async () => {
    const { openSession, calls } = openingCalls()
    const [one, other] = await Promise.all([
      openWalletSession(calls, input(900), 'attempt'),
      openWalletSession(calls, input(900), 'attempt'),
    ])
    expect(one).toBe(other)
    expect(await openWalletSession(calls, input(900), 'attempt')).toBe(one)
    expect(openSession).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['another sum', input(500), 'attempt'],
    ['another school', input(900, 'other'), 'attempt'],
    ['another attempt', input(900), 'next'],
  ])('is another for %s, and the first is not taken up again', async (_what, changed, attemptId) => {
    const { openSession, calls } = openingCalls()
    const first = await openWalletSession(calls, input(900), 'attempt')
    expect(await openWalletSession(calls, changed, attemptId)).not.toBe(first)
    expect(await openWalletSession(calls, input(900), 'attempt')).not.toBe(first)
    expect(openSession).toHaveBeenCalledTimes(3)
  })

  it('is asked for again after a failure, and when it is over', async () => {
    const { openSession, calls } = openingCalls()
    openSession.mockRejectedValueOnce(new Error('down'))
    await expect(openWalletSession(calls, input(900), 'attempt')).rejects.toThrow('down')
    const second = await openWalletSession(calls, input(900), 'attempt')
    forgetWalletSession()
    expect(await openWalletSession(calls, input(900), 'attempt')).not.toBe(second)
  })
})
