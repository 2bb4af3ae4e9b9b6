/** How much waits for somebody: the gold numbers on the rail. Null while it is not known. */
export type Waiting = { all: number; chats: number } | null

export function useWaiting(): Waiting {
  return null
}
