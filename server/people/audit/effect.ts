import type { Cents } from '#domain/money.ts'
import type { Currency } from '#domain/region.ts'

/** What an action that needs approval is about, and what is left to do once it is committed. */
export type Effect = {
  /** Null where it is about the whole company. */
  accountId: string | null
  /** For the one who approves it. */
  summary: string
  amount: Cents | null
  currency: Currency | null
  afterwards?: () => Promise<unknown>
  /** Records the same as if it had come out well, for a preview that is rolled back. */
  rehearse?: () => Promise<unknown>
}
