import type { ChatMessage } from '#contract/support.ts'
import { isRefused } from '../../api/api-error.ts'
import { readVisitor, storeVisitor } from '../../support/chat.ts'
import { call } from '../../api/client.ts'

/** The line to our people, whoever is at this end of it. */
export type Line = {
  /** What was said on it is kept under this name. */
  name: readonly string[]
  read: () => Promise<ChatMessage[]>
  /** Said twice under one id, it is said once: the reply may have got lost. */
  say: (messageId: string, text: string) => Promise<ChatMessage>
}

export function customerLine(customerId: string): Line {
  return {
    name: ['chat', customerId],
    read: () => call('GET /api/portal/customer/chat'),
    say: (messageId, text) => call('POST /api/portal/customer/chat', { body: { text, messageId } }),
  }
}

/** For those who cannot log in. The key that comes with the first message opens the conversation from then on. */
export function visitorLine(email: string): Line {
  async function read(): Promise<ChatMessage[]> {
    const key = readVisitor()?.key
    return key ? call('POST /api/support/chat/messages', { body: { key } }) : []
  }
  async function say(messageId: string, text: string): Promise<ChatMessage> {
    const body = { email, text, messageId, key: readVisitor()?.key }
    const { key, message } = await call('POST /api/support/chat', { body })
    storeVisitor({ email, key })
    return message
  }
  return {
    name: ['chat', 'visitor', email],
    read: () => withoutLostKey(email, read),
    say: (messageId, text) => withoutLostKey(email, () => say(messageId, text)),
  }
}

/** A conversation that is no longer kept must not stand in the way of a new one. */
async function withoutLostKey<Result>(email: string, send: () => Promise<Result>): Promise<Result> {
  try {
    return await send()
  } catch (error) {
    if (!isRefused(error) || error.code !== 'not_found' || !readVisitor()?.key) throw error
    storeVisitor({ email })
    return await send()
  }
}
