import type { Changes } from '../changes.ts'
import type { Kept } from '../snapshot.ts'

export type Attachment = { filename: string; mimeType: string; size: number }

export type Message = {
  id: string
  seq: number
  kind: 'sms' | 'email'
  /** Several recipients of one mail are separated by a comma. */
  to: string
  from: string
  at: string
  text: string
  links: string[]
  /** For a text message, its delivery status. */
  status?: string
  code?: string
  subject?: string
  html?: string
  attachments?: Attachment[]
  /** The raw mail, one character per byte. */
  raw?: string
}

export type MessageFilter = { to?: string; kind?: Message['kind']; afterSeq?: number }

export type Inbox = Kept & {
  add(message: Omit<Message, 'seq'>): Message
  find(id: string): Message | undefined
  /** Newest first. */
  list(filter: MessageFilter): Message[]
  /** Like `list`, but if there is nothing yet, waits for the first message until the signal aborts. */
  waitFor(filter: MessageFilter, stop: AbortSignal): Promise<Message[]>
  lastSeq(): number
  clear(): void
  restart(): void
}

const maxMessages = 1000

export function createInbox(changes: Changes): Inbox {
  let messages: Message[] = []
  let lastSeq = 0

  const list = (filter: MessageFilter) => messages.filter((message) => isMatch(message, filter)).toReversed()
  const inbox: Inbox = {
    add(message) {
      lastSeq += 1
      const added = { ...message, seq: lastSeq }
      messages = [...messages, added].slice(-maxMessages)
      changes.notify('messages')
      return added
    },
    find: (id) => messages.find((message) => message.id === id),
    list,
    waitFor(filter, stop) {
      return new Promise((resolve) => {
        const look = () => {
          const found = list(filter)
          if (found.length === 0 && !stop.aborted) return
          stopListening()
          stop.removeEventListener('abort', look)
          resolve(found)
        }
        const stopListening = changes.listen(look)
        stop.addEventListener('abort', look)
        look()
      })
    },
    lastSeq: () => lastSeq,
    clear() {
      messages = []
      changes.notify('messages')
    },
    restart() {
      lastSeq = 0
      inbox.clear()
    },
    save: () => ({ lastSeq, messages }),
    load(saved) {
      ;({ lastSeq, messages } = saved as { lastSeq: number; messages: Message[] })
    },
  }
  return inbox
}

function isMatch(message: Message, { to, kind, afterSeq = 0 }: MessageFilter): boolean {
  if (message.seq <= afterSeq || (kind !== undefined && message.kind !== kind)) return false
  if (to === undefined) return true
  return message.to.split(', ').some((recipient) => plainAddress(recipient) === plainAddress(to))
}

/** A plus sign in a query string arrives as a space, so numbers are compared without either. */
function plainAddress(address: string): string {
  const plain = address.trim().toLowerCase()
  return plain.includes('@') ? plain.replaceAll(' ', '+') : plain.replaceAll(/[^\da-z]/g, '')
}
