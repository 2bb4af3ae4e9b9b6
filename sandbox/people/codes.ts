import type { Clock } from '../clock/clock.ts'
import type { Faults } from '../faults/faults.ts'
import type { Inbox, Message } from '../inbox/inbox.ts'
import { callPortal, refused } from './portal.ts'
import { HttpError } from './http-error.ts'

export type CodeTools = { inbox: Inbox; faults: Faults; clock: Clock; waitMs?: number }

export type Codes = {
  /** A code that was texted and that nobody has been given; undefined if the last one has been given out just now. */
  ask(portalUrl: string, path: string, person: { email: string; mobile: string }): Promise<string | undefined>
  /** What is read from the first message after `mark` that has it. */
  arrival<Found>(wanted: {
    to: string
    kind: Message['kind']
    mark: number
    read: (message: Message) => Found | undefined
  }): Promise<Found>
}

const codeLifeMs = 5 * 60_000
const usualWaitMs = 15_000

const withCode = (message: Message) => (message.code === undefined ? undefined : message)

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
      if (reply.status < 400)
        return give(await codes.arrival({ to: mobile, kind: 'sms', mark, read: withCode }))
      if (reply.body['code'] !== 'code_just_sent') throw refused(reply)
      const last = inbox.list({ to: mobile, kind: 'sms' }).find(withCode)
      const isFresh = last !== undefined && clock.now().getTime() - Date.parse(last.at) < codeLifeMs
      return last && isFresh && !given.has(last.id) ? give(last) : undefined
    },
    async arrival({ to, kind, mark, read }) {
      const stop = AbortSignal.timeout(waitMs)
      // Other messages may come first: after a move of the clock there are many.
      for (let afterSeq = mark; !stop.aborted;) {
        const arrived = await inbox.waitFor({ to, kind, afterSeq }, stop)
        for (const message of arrived) {
          const value = message.status === 'undelivered' ? undefined : read(message)
          if (value !== undefined) return value
        }
        afterSeq = arrived[0]?.seq ?? afterSeq
      }
      const provider = kind === 'sms' ? 'sms' : 'smtp'
      const name = kind === 'sms' ? 'text message' : 'mail'
      const rule = faults.active().find((each) => each.provider === provider)
      const why = rule
        ? `A switch makes it fail (${provider}: ${rule.action}).`
        : 'The portal may be busy: try again, or look into the inbox.'
      throw new HttpError(504, `No ${name} reached ${to} in time. ${why}`)
    },
  }
  return codes
}
