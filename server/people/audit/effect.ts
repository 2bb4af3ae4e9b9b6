import type { Cents } from '#domain/money.ts'
import type { Currency } from '#domain/region.ts'

/** The effect of an action that needs approval, and the work that is left once it is committed. */
export type Effect = {
  /** Null for an action about the whole company. */
  accountId: string | null
  /** A summary for the approver. */
  summary: string
  amount: Cents | null
  currency: Currency | null
  afterwards?: () => Promise<unknown>
  /** Records the same as a success would, for a preview that is rolled back. */
  rehearse?: () => Promise<unknown>
}
