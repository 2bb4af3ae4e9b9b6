import * as z from 'zod/mini'
import { providerId } from './wire.ts'

/**
 * The window messages between the portal and the card frame. Card numbers stay in the frame; only a token leaves it.
 */
export const checkoutCommand = 'doCheckout'

export const cardFrameMessages = ['FormInvalid', 'FormValid', 'TransactionComplete'] as const

export const cardFrameMessage = z.object({
  message: z.enum(cardFrameMessages),
  /** Comma-separated, one for each invalid field. */
  errors: z.string(),
  /** Only with a completed transaction. */
  data: z.optional(z.object({ token: providerId })),
})
export type CardFrameMessage = z.infer<typeof cardFrameMessage>

/** The settings that the frame's server writes into its page. */
export type CardFrameSettings = {
  /** The only window the frame exchanges messages with. */
  parentOrigin: string
  /** Absent if the form cannot be opened. */
  form?: { session: string; publishableKey: string; stripeJsUrl: string }
  /** Why it cannot, as a message for the customer. */
  refusal?: string
}
