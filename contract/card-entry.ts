import * as z from 'zod/mini'
import { cardFundings } from '#domain/payment-methods/surcharges.ts'
import { providerId } from './wire.ts'

/**
 * The window messages between the portal and the card frame. Card numbers stay in the frame; only a token leaves it.
 */
export const checkoutCommand = 'doCheckout'
/** The page has shown the bank's authentication step, so the frame continues. */
export const bankQuestionCommand = 'bankAsked'

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
      /** Sent with a completed transaction. */
      token: z.optional(providerId),
      /** Sent with an invalid form: only the bank refused it, so it may be submitted again. */
      isDeclined: z.optional(z.boolean()),
      /** Sent when the bank asks for authentication, which the page shows because the frame is too small. */
      clientSecret: z.optional(z.string()),
      /** The brand and funding of the card that is being typed, as far as known. */
      card: z.optional(
        z.object({
          brand: z.string(),
          funding: z.enum(cardFundings),
          /** The processor is looking up the card's funding, which decides its surcharge. */
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
