import type { ChatMessage, ChatTopic } from '#contract/support.ts'
import { isRefused } from '../../api/api-error.ts'
import { readVisitor, storeVisitor } from '../../support/chat.ts'
import { call } from '../../session/client.ts'

/** The conversation with support, for customers and visitors. */
export type Line = {
  /** The cache key of its messages. */
  queryKey: readonly string[]
  read: () => Promise<ChatMessage[]>
  /** The id makes a retry safe after a lost reply. */
  send: (messageId: string, text: string, about?: ChatTopic) => Promise<ChatMessage>
}

export function customerLine(customerId: string): Line {
  return {
    queryKey: ['chat', customerId],
    read: () => call('GET /api/portal/customer/chat'),
    send: (messageId, text, about) =>
      call('POST /api/portal/customer/chat', { body: { text, messageId, about } }),
  }
}

/** For visitors who cannot log in. The key in the first reply opens the conversation from then on. */
export function visitorLine(email: string): Line {
  async function read(): Promise<ChatMessage[]> {
    const key = readVisitor()?.key
    return key ? call('POST /api/support/chat/messages', { body: { key } }) : []
  }
  async function send(messageId: string, text: string): Promise<ChatMessage> {
    const body = { email, text, messageId, key: readVisitor()?.key }
    const { key, message } = await call('POST /api/support/chat', { body })
    storeVisitor({ email, key })
    return message
  }
  return {
    queryKey: ['chat', 'visitor', email],
    read: () => withoutLostKey(email, read),
    send: (messageId, text) => withoutLostKey(email, () => send(messageId, text)),
  }
}

/** If the conversation no longer exists, start a new one. */
async function withoutLostKey<Result>(email: string, request: () => Promise<Result>): Promise<Result> {
  try {
    return await request()
  } catch (error) {
    if (!isRefused(error) || error.code !== 'not_found' || !readVisitor()?.key) throw error
    storeVisitor({ email })
    return await request()
  }
}
