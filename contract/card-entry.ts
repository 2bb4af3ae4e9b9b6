import * as z from 'zod/mini'
import { providerId } from './wire.ts'

/**
 * What the window and the card frame say to each other. It travels by window message, not by HTTP:
 * card numbers stay in the frame and only a token leaves it.
 */
export const checkoutCommand = 'doCheckout'

export const cardFrameMessages = ['FormInvalid', 'FormValid', 'TransactionComplete'] as const

export const cardFrameMessage = z.object({
  message: z.enum(cardFrameMessages),
  /** Separated by commas, one for each field that is wrong. */
  errors: z.string(),
  /** With a completed transaction only. */
  data: z.optional(z.object({ token: providerId })),
})
export type CardFrameMessage = z.infer<typeof cardFrameMessage>

/** What the frame's server writes into its page. */
export type CardFrameSettings = {
  /** The only window it talks with. */
  parentOrigin: string
  /** Absent when the form cannot be opened. */
  form?: { session: string; publishableKey: string; stripeJsUrl: string }
  /** Why it cannot, as a sentence for the customer. */
  refusal?: string
}
