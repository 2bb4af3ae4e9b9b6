import type { Deps } from '#server/deps.ts'
import { readRequest } from '#server/pay-now/payment-requests.ts'

/** The secret of a payment request's link, as the letter that asks for it has it. */
export async function linkOf(deps: Pick<Deps, 'db' | 'config'>, requestId: string): Promise<string> {
  const { payUrl } = await readRequest(deps, requestId)
  return linkIn(payUrl)
}

export function linkIn(payUrl: string): string {
  const link = new URL(payUrl).searchParams.get('request')
  if (!link) throw new Error('This is no link to a payment request')
  return link
}
