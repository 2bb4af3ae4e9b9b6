import { openLink } from '#server/books/payment-requests/request-links.ts'
import { findLink } from '#server/books/payment-requests/request-links.store.ts'
import type { Deps } from '#server/platform/deps.ts'

/** The secret of a payment request's link, as the letter that asks for it has it. */
export async function linkOf(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  requestId: string,
): Promise<string> {
  const link = await findLink(db, requestId)
  if (!link) throw new Error('There is no such payment request')
  return openLink(config, link)
}
