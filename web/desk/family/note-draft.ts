/** What is typed and not saved, by family. In memory only: notes are about people, and this browser may be shared. */
const drafts = new Map<string, string>()

export const keptDraft = (accountId: string): string => drafts.get(accountId) ?? ''

export function keepDraft(accountId: string, text: string): void {
  drafts.set(accountId, text)
}

export function dropDraft(accountId: string): void {
  drafts.delete(accountId)
}
