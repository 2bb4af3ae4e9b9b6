import type { Message } from '#sandbox/inbox/inbox.ts'
import type { RunningServer } from '../testing/running-server.ts'

/** A message as the sandbox's mailbox or telephone has it. */
export type Arrived = {
  at: Date
  channel: 'email' | 'sms'
  to: string
  subject: string
  text: string
  /** Our id of a mail, from its header. */
  messageId: string
}

/** Reads what has arrived since the last reading: the sandbox keeps only the newest. */
export function inboxReader({ sandboxUrl }: Pick<RunningServer, 'sandboxUrl'>) {
  const arrived: Arrived[] = []
  let last = 0
  async function read(): Promise<void> {
    const reply = await fetch(`${sandboxUrl}/_sandbox/api/messages?limit=1000&after=${last}`)
    const { messages, lastSeq } = (await reply.json()) as { messages: Message[]; lastSeq: number }
    last = lastSeq
    for (const { id, kind, to, at, subject = '', text } of messages.toReversed()) {
      const messageId = kind === 'email' ? await idOfMail(id) : ''
      arrived.push({ at: new Date(at), channel: kind, to, subject, text, messageId })
    }
  }
  async function idOfMail(id: string): Promise<string> {
    const raw = await (await fetch(`${sandboxUrl}/_sandbox/api/messages/${id}/raw`)).text()
    return /^message-id:\s*<([^@>]+)@/im.exec(raw)?.[1] ?? ''
  }
  return { arrived, read }
}
