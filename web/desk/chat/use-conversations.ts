import { useState } from 'react'
import type { ConversationLine } from '#contract/staff-company.ts'
import type { QueueItem } from '#contract/staff-queue.ts'
import { refresh, useRead } from '../foundation/read.ts'
import { usePerson } from '../foundation/session.ts'

/** Which conversations are listed. */
export type Shown = 'Waiting' | 'Mine' | 'All'

export type WaitingChat = ConversationLine & { item: QueueItem | undefined }

const firstAnswered = 50
const mostAnswered = 200

/** What was promised to whom, and who has taken it. */
export const useChatQueue = () => useRead('GET /api/staff/queue', { query: { kind: 'Chat', limit: '500' } })

export const refreshChats = () =>
  refresh(
    'GET /api/staff/conversations',
    'GET /api/staff/conversations/:conversationId',
    'GET /api/staff/queue',
  )

/** Who waits, with what was promised and who has taken it, and who was answered. */
export function useConversations(shown: Shown) {
  const { id: myId } = usePerson()
  const [limit, setLimit] = useState(firstAnswered)
  const waiting = useRead('GET /api/staff/conversations', { query: { state: 'Waiting', limit: '200' } })
  const answered = useRead(
    'GET /api/staff/conversations',
    { query: { state: 'Answered', limit: String(limit) } },
    { isOff: shown === 'Mine', keepsPrevious: true },
  )
  const queue = useChatQueue()
  const items = new Map(queue.data?.items.map((item) => [item.id, item]))
  const all: WaitingChat[] = (waiting.data ?? []).map((line) => ({ ...line, item: items.get(line.id) }))
  const chats = shown === 'Mine' ? all.filter(({ item }) => item?.takenBy?.staffId === myId) : all
  const done = shown === 'Mine' ? [] : (answered.data ?? [])
  return {
    waiting,
    queue,
    count: all.length,
    chats,
    answered: done,
    rows: [...chats, ...done],
    more: done.length === limit && limit < mostAnswered ? () => setLimit(mostAnswered) : undefined,
  }
}
