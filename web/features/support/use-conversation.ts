import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ChatMessage, ChatTopic } from '#contract/support.ts'
import { isRefused } from '../../api/api-error.ts'
import type { Line } from './line.ts'

const minuteMs = 60_000

/** Polling intervals: during a conversation, and after it has gone quiet. */
const pollActiveMs = 5_000
const pollQuietMs = 30_000
const quietAfterMs = 5 * minuteMs

/** Written here, arrival not yet confirmed. */
export type Outgoing = {
  id: string
  text: string
  about?: ChatTopic | undefined
  isSending: boolean
  /** The server's reason for refusing it. */
  trouble?: string | undefined
}

/** Survives closing the panel. It ends with the session, which clears the query cache. */
type Unsent = { draft: string; outgoing: readonly Outgoing[] }
const nothing: Unsent = { draft: '', outgoing: [] }

export function useConversation(line: Line) {
  const queryClient = useQueryClient()
  const unsentName = [...line.queryKey, 'unsent']
  const { data: unsent = nothing } = useQuery({
    queryKey: unsentName,
    queryFn: skipToken,
    initialData: nothing,
    staleTime: Infinity,
    gcTime: Infinity,
  })
  const isSending = unsent.outgoing.some((message) => message.isSending)
  const [openedAt] = useState(() => Date.now())
  const activeAt = useRef(openedAt)

  const conversation = useQuery({
    queryKey: line.queryKey,
    queryFn: line.read,
    // A reply sent before the message arrived would show the conversation without it.
    enabled: !isSending,
    staleTime: 0,
    refetchOnMount: 'always',
    refetchInterval: () => (Date.now() - activeAt.current < quietAfterMs ? pollActiveMs : pollQuietMs),
    refetchOnWindowFocus: 'always',
    // The next poll is near.
    retry: false,
    throwOnError: false,
  })

  function change(to: (unsent: Unsent) => Unsent) {
    queryClient.setQueryData<Unsent>(unsentName, (unsent) => unsent && to(unsent))
  }
  function mark(id: string, news: Partial<Outgoing>) {
    const marked = (message: Outgoing) => (message.id === id ? { ...message, ...news } : message)
    change((unsent) => ({ ...unsent, outgoing: unsent.outgoing.map(marked) }))
  }

  async function deliver({ id, text, about }: Outgoing) {
    activeAt.current = Date.now()
    try {
      await queryClient.cancelQueries({ queryKey: line.queryKey, exact: true })
      const sent = await line.send(id, text, about)
      queryClient.setQueryData<ChatMessage[]>(line.queryKey, (known) => known && [...known, sent])
      change(({ draft, outgoing }) => ({ draft, outgoing: outgoing.filter((message) => message.id !== id) }))
    } catch (error) {
      mark(id, { isSending: false, trouble: isRefused(error) ? error.msg : undefined })
    }
  }

  function send(text: string, about?: ChatTopic) {
    const message: Outgoing = { id: crypto.randomUUID(), text, about, isSending: true }
    change(({ outgoing }) => ({ draft: '', outgoing: [...outgoing, message] }))
    void deliver(message)
  }

  function sayAgain(message: Outgoing) {
    if (isSending) return
    mark(message.id, { isSending: true, trouble: undefined })
    void deliver(message)
  }

  // A message whose reply was lost may have arrived: compare the ids.
  const isKnown = ({ id }: Outgoing) => conversation.data?.some((message) => message.id === id) ?? false

  return {
    messages: conversation.data,
    hasFailed: conversation.isError,
    retry: () => void conversation.refetch(),
    outgoing: unsent.outgoing.filter((message) => !isKnown(message)),
    isSending,
    draft: unsent.draft,
    keepDraft: (draft: string) => change(({ outgoing }) => ({ draft, outgoing })),
    send,
    sayAgain,
  }
}
export type Conversation = ReturnType<typeof useConversation>
