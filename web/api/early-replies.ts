import type { Send } from './http.ts'

/** A request that the page has made before the portal's script had loaded. */
export type EarlyReply = { headers: Record<string, string>; reply: Promise<Response> }

declare global {
  /** By path. */
  var earlyReplies: Map<string, EarlyReply> | undefined
}

/**
 * The reply to the very same request, if the page has made it early: with the same session, for the same region. Each
 * reply is taken once.
 */
export function takeEarlyReply(
  path: string,
  { method, headers }: RequestInit,
): Promise<Response> | undefined {
  const early = globalThis.earlyReplies?.get(path)
  if (!early || method !== 'GET') return undefined
  globalThis.earlyReplies?.delete(path)
  return textOf(early.headers) === textOf(headers) ? early.reply : undefined
}

/** The first page has made some of its requests before this script had loaded. */
export const takeOrFetch: Send = (path, options) => takeEarlyReply(path, options) ?? fetch(path, options)

/** What the first page has not asked for would be old when somebody does. */
export function dropEarlyReplies(): void {
  globalThis.earlyReplies = undefined
}

const textOf = (headers: HeadersInit | undefined) => JSON.stringify([...new Headers(headers)])
