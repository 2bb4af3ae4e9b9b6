import type { RefusalReply } from '#contract/wire.ts'
import { sendHttp } from '../api/http.ts'

const unreachable = 'We cannot do this right now. Please try again in a few moments.'

/**
 * Called by the card frame on its own server. Returns the secret that lets Stripe check the card, or the reason there
 * is none.
 */
export async function fetchCardSecret(
  session: string,
): Promise<{ clientSecret: string } | { refusal: string }> {
  try {
    const reply = await sendHttp('POST /card-frame/setup-intent', { body: { session } })
    if (reply.ok) return (await reply.json()) as { clientSecret: string }
    return { refusal: ((await reply.json()) as RefusalReply).msg }
  } catch {
    return { refusal: unreachable }
  }
}
