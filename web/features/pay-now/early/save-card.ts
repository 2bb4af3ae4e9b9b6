import type { RepaymentSource } from '#contract/payment-methods.ts'
import { retryDelayMs, shouldRetry } from '#domain/query-cache.ts'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../session/client.ts'

/**
 * Saves a card that was just typed. The server knows a token that it has seen before and answers with the card that
 * was saved then, so an answer that got lost is asked for again without fear of a second card.
 */
export async function saveCard(accountId: string, cardToken: string): Promise<RepaymentSource> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await call('POST /api/portal/customer/account/:accountId/repayment-sources', {
        params: { accountId },
        body: { cardToken, isForOnePayment: true },
      })
    } catch (error) {
      if (!(error instanceof ApiError) || !shouldRetry(failures, error.status || undefined)) throw error
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs(failures)))
    }
  }
}

/** The same card, typed again, is the one that was there. */
export function withSource(sources: readonly RepaymentSource[], source: RepaymentSource): RepaymentSource[] {
  const isKnown = sources.some(({ id }) => id === source.id)
  return isKnown ? sources.map((one) => (one.id === source.id ? source : one)) : [...sources, source]
}
