import * as z from 'zod/mini'
import { cardFundings } from '#domain/payment-methods/surcharges.ts'
import { providerId } from './wire.ts'

/**
 * The window messages between the portal and the card frame. Card numbers stay in the frame; only a token leaves it.
 */
export const checkoutCommand = 'doCheckout'
/** The bank's question was shown over the page: the frame goes on. */
export const bankAskedCommand = 'bankAsked'

export const cardFrameMessages = [
  'FormInvalid',
  'FormValid',
  'CardChanged',
  'SubmitRequested',
  'BankQuestion',
  'TransactionComplete',
] as const

export const cardFrameMessage = z.object({
  message: z.enum(cardFrameMessages),
  /** Comma-separated, one for each invalid field. */
  errors: z.string(),
  data: z.optional(
    z.object({
      /** With a completed transaction. */
      token: z.optional(providerId),
      /** With an invalid form: only the bank has refused it, and it may be sent again. */
      isDeclined: z.optional(z.boolean()),
      /** With a question of the bank, which the page shows: the frame is too small for it. */
      clientSecret: z.optional(z.string()),
      /** What is known of the card that is being typed. */
      card: z.optional(
        z.object({
          brand: z.string(),
          funding: z.enum(cardFundings),
          /** The processor is being asked for the funding, and so for what the card costs. */
          isPending: z.optional(z.boolean()),
        }),
      ),
    }),
  ),
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
