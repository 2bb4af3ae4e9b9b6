import { queryOptions } from '@tanstack/react-query'
import type { Account } from '#contract/accounts.ts'
import { isRefused } from '../../../api/api-error.ts'
import { call } from '../../../session/client.ts'
import { readOutcome } from './set-up-outcome.ts'
import type { SetUpReturn } from './set-up-return.ts'
import { ukStripe } from './uk-bank-element.ts'

/** The last word on a set-up, however often it is asked for. Anything else may be tried again. */
export type Finish =
  | { kind: 'saved' }
  /** There is a bank account; whether it is the one of this set-up, only the server knows. */
  | { kind: 'listed' }
  | { kind: 'failed'; message: string }

const notSetUp = 'Your bank account was not set up. You can try again, or choose another payment method.'
const notHeard = 'We have not heard from your bank yet. Your bank account shows in the list once we have.'
const newsEveryMs = 1_000
const mostTries = 6

/** Saves what was set up. The server answers with the saved one when it has it already: it may be asked twice. */
export function finishQuery(account: Account, way: SetUpReturn) {
  return queryOptions({
    queryKey: ['uk-bank-return', account.accountId, way],
    queryFn: () => finish(account, way),
    staleTime: Infinity,
    retry: false,
    throwOnError: false,
  })
}

async function finish({ accountId, region }: Account, way: SetUpReturn): Promise<Finish> {
  if (region !== 'UK') return { kind: 'failed', message: notSetUp }
  if (way.kind === 'intent') return saveIntent(accountId, way.clientSecret)
  return way.kind === 'session' ? waitForNews(accountId) : { kind: 'failed', message: notSetUp }
}

async function saveIntent(accountId: string, clientSecret: string): Promise<Finish> {
  const stripe = await ukStripe()
  const outcome = readOutcome(await stripe.retrieveSetupIntent(clientSecret))
  if (outcome.kind === 'unsure') throw new Error(outcome.message)
  if (outcome.kind !== 'done') return { kind: 'failed', message: notSetUp }
  try {
    await call('POST /api/portal/customer/account/:accountId/repayment-sources', {
      params: { accountId },
      body: { bacsDebitStripePaymentMethodId: outcome.methodId },
    })
  } catch (error) {
    if (!isRefused(error) || error.code === 'rate_limited') throw error
    return { kind: 'failed', message: error.msg }
  }
  return { kind: 'saved' }
}

/** Only the server learns the outcome of a checkout session from the provider. */
async function waitForNews(accountId: string): Promise<Finish> {
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const { repaymentSources } = await call('GET /api/portal/customer/account/:accountId/repayment-details', {
      params: { accountId },
    })
    if (repaymentSources.some(({ type }) => type === 'BankAccount')) return { kind: 'listed' }
    await new Promise((resolve) => setTimeout(resolve, newsEveryMs))
  }
  return { kind: 'failed', message: notHeard }
}
