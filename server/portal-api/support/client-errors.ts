import { createHash, randomUUID } from 'node:crypto'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../platform/deps.ts'
import { countTry } from '../../platform/rate-limit/rate-limit.ts'
import { authenticateCustomer } from '../../people/session/session.ts'
import { insertClientError } from './client-errors.store.ts'
import { withoutSecrets } from './secrets.ts'

type Report = {
  message: string
  path: string
  stack?: string | undefined
  requestId?: string | undefined
}

export async function reportClientError(
  deps: Deps,
  { address, token }: { address: string; token: string | undefined },
  report: Report,
): Promise<void> {
  const now = deps.clock()
  const { db, config } = deps
  await countTry(db, [['client-error-address', address]], now, config.rateLimits)
  // The common limit is counted last, so that refused reports of one address do not use it up for others.
  await countTry(db, [['client-errors', 'all']], now, config.rateLimits)
  const [message, path] = [cleaned(report.message), cleaned(report.path)]
  const stack = report.stack === undefined ? null : cleaned(report.stack)
  await insertClientError(db, {
    id: randomUUID(),
    at: now,
    customerId: await customerOf(deps, token),
    environment: config.environment,
    path,
    message,
    stack,
    requestId: report.requestId === undefined ? null : cleaned(report.requestId),
    fingerprint: fingerprintOf(message, path, stack),
  })
}

/** PostgreSQL cannot store this character in a text. */
const cleaned = (text: string) => withoutSecrets(text.replaceAll('\0', ''))

/** An expired session is often the cause of the error, so the report is accepted all the same. */
async function customerOf(deps: Deps, token: string | undefined): Promise<string | null> {
  if (token === undefined) return null
  try {
    return (await authenticateCustomer(deps, token)).customerId
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/**
 * The fingerprint of an error: its message, its page and its position in the code. Some browsers begin a stack with the
 * message itself.
 */
function fingerprintOf(message: string, path: string, stack: string | null): string {
  const frames = (stack ?? '').split('\n').slice(0, 2)
  return createHash('sha256')
    .update(JSON.stringify([message, path, ...frames]))
    .digest('base64url')
}
