import * as z from 'zod/mini'
import type { IdentityOutcome } from '#domain/identity.ts'
import type { CheckAccess } from '../config.ts'
import { ProviderFailure } from './provider-failure.ts'

/** `reference` is the provider's id of the check; `failure` is the reason for a failed check. */
export type CheckResult = { outcome: IdentityOutcome; reference: string | null; failure: string | null }

type FrankieRequest = { provider: string; path: string; body: object }

/**
 * Calls FrankieOne's compliance API, which forwards to document issuers and credit reporting bodies. Errors thrown here
 * must not contain the request or the reply: both hold personal data.
 */
export async function callFrankie<Schema extends z.ZodMiniType>(
  { baseUrl, customerId, apiKey, timeoutMs }: CheckAccess,
  { provider, path, body }: FrankieRequest,
  replySchema: Schema,
): Promise<z.output<Schema>> {
  const failure = (isRetryable: boolean, why: string, options?: ErrorOptions) =>
    new ProviderFailure(provider, isRetryable, why, options)
  const { status, text } = await fetch(`${baseUrl}/compliance/v1.2/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'X-Frankie-CustomerID': customerId, api_key: apiKey },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
  })
    .then(async (reply) => ({ status: reply.status, text: await reply.text() }))
    .catch((error: unknown) => {
      const isTooLate = error instanceof Error && error.name === 'TimeoutError'
      const why = isTooLate ? 'it did not answer in time' : 'it could not be reached'
      throw failure(true, why, { cause: error })
    })
  if (status !== 200) throw failure(status >= 500 || status === 429, `it answered ${status}`)
  const parsed = z.safeParse(replySchema, jsonOf(text))
  if (!parsed.success) throw failure(true, 'its reply could not be read')
  return parsed.data
}

/** Parse errors quote the text, so they are dropped here. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Both values are stored, so their form is checked. */
export const referenceName = z.string().check(z.minLength(1), z.maxLength(100))
export const resultCode = z.string().check(z.regex(/^[A-Z_]{1,60}$/))

/** A partial success, or one with notes, counts as failed, so that staff review it. */
export function checkResultOf(reference: string, resultState: string): CheckResult {
  return resultState === 'CHECKED_SUCCESS_CLEAR'
    ? { outcome: 'Pass', reference, failure: null }
    : { outcome: 'Fail', reference, failure: resultState }
}
