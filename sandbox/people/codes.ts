import type { Clock } from '../clock/clock.ts'
import type { Faults } from '../faults/faults.ts'
import type { Inbox, Message } from '../inbox/inbox.ts'
import { callPortal, refused } from './portal.ts'
import { Trouble } from './trouble.ts'

export type CodeTools = { inbox: Inbox; faults: Faults; clock: Clock; waitMs?: number }

export type Codes = {
  /** A code that was texted and that nobody has been given; undefined if the last one has been given out just now. */
  ask(portalUrl: string, path: string, person: { email: string; mobile: string }): Promise<string | undefined>
  /** The newest message that arrives after `mark`. */
  arrival(wanted: { to: string; kind: 'sms' | 'email'; mark: number }): Promise<Message>
}

const codeLifeMs = 5 * 60_000
const usualWaitMs = 15_000

/** Asks for one-time codes and reads them in the inbox, as a person with that phone would. */
export function createCodes({ inbox, faults, clock, waitMs = usualWaitMs }: CodeTools): Codes {
  const given = new Set<string>()
  const give = ({ id, code }: Message) => {
    given.add(id)
    return code
  }
  const codes: Codes = {
    async ask(portalUrl, path, { email, mobile }) {
      const mark = inbox.lastSeq()
      const reply = await callPortal(portalUrl, { method: 'POST', path, body: { email } })
      if (reply.status < 400) return give(await codes.arrival({ to: mobile, kind: 'sms', mark }))
      if (reply.body['code'] !== 'code_just_sent') throw refused(reply)
      const last = inbox.list({ to: mobile, kind: 'sms' }).find(({ code }) => code !== undefined)
      const isFresh = last !== undefined && clock.now().getTime() - Date.parse(last.at) < codeLifeMs
      return last && isFresh && !given.has(last.id) ? give(last) : undefined
    },
    async arrival({ to, kind, mark }) {
      const stop = AbortSignal.timeout(waitMs)
      const arrived = (await inbox.waitFor({ to, kind, afterSeq: mark }, stop)).filter(hasArrived)
      if (arrived[0]) return arrived[0]
      const provider = kind === 'sms' ? 'sms' : 'smtp'
      const name = kind === 'sms' ? 'text message' : 'mail'
      const rule = faults.active().find((each) => each.provider === provider)
      const why = rule
        ? `A switch makes it fail (${provider}: ${rule.action}).`
        : 'The portal may be busy: try again, or look into the inbox.'
      throw new Trouble(504, `No ${name} reached ${to} in time. ${why}`)
    },
  }
  return codes
}

const hasArrived = ({ status }: Message) => status !== 'undelivered'
