import { useState } from 'react'

/** What is being written, for each conversation, until the tab is closed. */
const keyOf = (conversationId: string) => `desk-chat:${conversationId}`

export function useChatDraft(conversationId: string): [text: string, set: (text: string) => void] {
  const [drafts, setDrafts] = useState<Record<string, string>>({})
  const text = drafts[conversationId] ?? sessionStorage.getItem(keyOf(conversationId)) ?? ''
  const set = (next: string) => {
    setDrafts((before) => ({ ...before, [conversationId]: next }))
    if (next === '') sessionStorage.removeItem(keyOf(conversationId))
    else sessionStorage.setItem(keyOf(conversationId), next)
  }
  return [text, set]
}
