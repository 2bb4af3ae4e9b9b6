import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { contributionStatuses } from '#domain/accounts.ts'
import { fieldRefusal, Refusal } from '#domain/refusal.ts'
import { recordAudit } from '../../people/audit/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { insertContributionEvent, lockContribution, setContribution } from './contributions.store.ts'

/** The HMAC-SHA256 of the raw body, as hex. */
export const contributionSignatureHeader = 'x-contribution-signature'

export const contributionCallback = z.object({
  /** The id of the event; the fund repeats it if it did not get our reply. */
  id: z.string().check(z.minLength(8), z.maxLength(100)),
  customerId: z.uuid(),
  status: z.enum(contributionStatuses),
  happenedAt: z.iso.datetime(),
})

/** The fund's callback: a contributor has started or stopped. */
export async function serveContributionCallback(app: FastifyInstance, deps: Deps): Promise<void> {
  const { contributionSecret } = deps.config
  if (contributionSecret === undefined) return
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    scope.post('/webhooks/contribution', { bodyLimit: 16_384 }, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const signature = String(request.headers[contributionSignatureHeader] ?? '')
      if (!isSigned(body, signature, contributionSecret))
        throw fieldRefusal({ [contributionSignatureHeader]: 'Not signed by the fund' })
      await applyEvent(deps, parseEvent(body))
      return reply.code(200).send({ received: true })
    })
  })
}

function isSigned(body: Buffer, signature: string, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(body).digest()
  const received = Buffer.from(signature, 'hex')
  return received.length === expected.length && timingSafeEqual(received, expected)
}

function parseEvent(body: Buffer): z.infer<typeof contributionCallback> {
  try {
    return contributionCallback.parse(JSON.parse(body.toString('utf8')))
  } catch {
    throw fieldRefusal({ body: 'Not a status of a contribution' })
  }
}

/** Applies each event once, and none that is older than the last: events may arrive late, twice or out of order. */
async function applyEvent(
  deps: Deps,
  { id, customerId, status, ...event }: z.infer<typeof contributionCallback>,
): Promise<void> {
  const now = deps.clock()
  const happenedAt = new Date(event.happenedAt)
  await deps.db.transaction(async (tx) => {
    const existing = await lockContribution(tx, customerId)
    if (!existing || existing.status === null) throw new Refusal('not_found')
    const isNew = await insertContributionEvent(tx, { id, customerId, status, happenedAt, receivedAt: now })
    if (!isNew || (existing.reportedAt && happenedAt < existing.reportedAt)) return
    await setContribution(tx, customerId, status, happenedAt)
    await recordAudit(tx, {
      subjectId: customerId,
      action: 'ContributionToldByFund',
      at: now,
      details: { status: `${existing.status} → ${status}`, eventId: id },
    })
  })
}
