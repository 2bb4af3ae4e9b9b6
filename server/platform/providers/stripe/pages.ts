import type Stripe from 'stripe'
import { callStripe } from './client.ts'

/** The pages of a list, newest first. */
export async function* pagesOf<T extends { id: string }>(
  list: (page: Stripe.PaginationParams) => Promise<Stripe.ApiList<T>>,
): AsyncGenerator<T[]> {
  for (let after: string | undefined; ;) {
    const page = await callStripe(() => list({ limit: 100, ...(after && { starting_after: after }) }))
    yield page.data
    after = page.data.at(-1)?.id
    if (!page.has_more || !after) return
  }
}
