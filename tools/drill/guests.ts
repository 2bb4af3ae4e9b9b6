import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '#server/platform/deps.ts'
import { atOnce } from '../at-once.ts'
import { enterCard } from '../testing/card-form.ts'
import { callTo, type Call, type Reply } from '../testing/portal-calls.ts'
import type { Invited } from './families.ts'

/** A payment that the server has said yes to. */
export type Acknowledged = { key: string; link: string; paymentId: string; at: number; tookMs: number }

export type Counts = {
  unavailable: number
  withoutRetryAfter: number
  unreachable: number
  unknown: number
  retries: number
  /** Replies that a guest must not get, whatever happens to a database. */
  wrong: string[]
}

const isOk = ({ status }: Reply) => status === 200

const patienceMs = 600_000
/** More than the server ever waits for its database. */
const timeoutMs = 60_000

/**
 * Guests who pay by link, a few at a time, each with a card typed just now. Like the portal, each repeats what got no
 * clear reply with the same idempotency key, here at another server.
 */
export function guestsOf(deps: Deps, servers: readonly string[]) {
  const acknowledged: Acknowledged[] = []
  const counts: Counts = {
    unavailable: 0,
    withoutRetryAfter: 0,
    unreachable: 0,
    unknown: 0,
    retries: 0,
    wrong: [],
  }

  /** Until `isAnswer`; what is away is asked again. */
  async function insist(
    ask: (call: Call) => Promise<Reply>,
    isAnswer: (reply: Reply) => boolean,
    place: number,
  ): Promise<Reply> {
    const giveUpAt = performance.now() + patienceMs
    for (let turn = place; ; turn += 1) {
      const reply = await ask(callTo(servers[turn % servers.length] ?? '')).catch(
        (): Reply | undefined => undefined,
      )
      if (reply && isAnswer(reply)) return reply
      note(reply)
      if (performance.now() > giveUpAt) throw new Error(`No clear reply, but ${JSON.stringify(reply)}`)
      counts.retries += 1
      await sleep(500 + Math.random() * 500)
    }
  }

  function note(reply: Reply | undefined): void {
    if (!reply) counts.unreachable += 1
    else if (reply.status === 503) {
      counts.unavailable += 1
      if (!reply.headers.get('retry-after')) counts.withoutRetryAfter += 1
    } else if (reply.status === 202 || reply.status === 409) counts.unknown += 1
    else counts.wrong.push(`${reply.status} ${JSON.stringify(reply.body)}`)
  }

  async function payOne(invited: Invited, place: number): Promise<void> {
    const key = randomUUID()
    // A form belongs to the server that made its address, and its page is away while the database is.
    const form = await insist(
      async (call) => {
        const path = `GET /api/portal/guest/payment-page-details?request=${invited.link}`
        const details = await call(path, { timeoutMs })
        if (!isOk(details)) return details
        const typed = await enterCard({ deps }, details.body.tokenizationUrl).catch((error: Error) => {
          if (/503/.test(error.message)) return undefined
          throw error
        })
        return typed
          ? { ...details, body: { cardToken: typed } }
          : { status: 503, headers: new Headers({ 'retry-after': '5' }), body: {} }
      },
      isOk,
      place,
    )
    const startedAt = performance.now()
    const paid = await insist(
      (call) =>
        call('POST /api/portal/guest/payments', {
          timeoutMs,
          headers: { 'X-Larkwell-Client-Req-Id': key },
          body: {
            repaymentRequestId: invited.link,
            larkwellId: invited.schoolId,
            shortId: invited.shortId,
            email: invited.email,
            amount: invited.amount,
            token: form.body.cardToken,
          },
        }),
      ({ status, body }) => status === 200 && body.status === 'Succeeded',
      place,
    )
    acknowledged.push({
      key,
      link: invited.link,
      paymentId: paid.body.paymentId,
      at: Date.now(),
      tookMs: performance.now() - startedAt,
    })
  }

  return {
    acknowledged,
    counts,
    pay: (invited: readonly Invited[], count: number): Promise<void> =>
      atOnce(count, invited.entries(), ([place, each]) => payOne(each, place)),
  }
}
