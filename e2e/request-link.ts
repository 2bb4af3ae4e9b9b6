import { randomUUID } from 'node:crypto'
import { hashOfLink, sealLink } from '#server/books/payment-requests/request-links.ts'
import { serverConfig } from './server-config.ts'

/** A new request's id, its link, and the columns of the link as the server under test stores them. */
export async function newRequestLink(
  accountId: string,
): Promise<{ id: string; link: string; columns: unknown[] }> {
  const id = randomUUID()
  const link = `journey-${randomUUID()}`
  const sealed = sealLink(await serverConfig(), { accountId, id }, link)
  return { id, link, columns: [hashOfLink(link), sealed.bytes, sealed.keyId] }
}
