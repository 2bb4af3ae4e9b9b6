import type { RefusalReply } from '#contract/wire.ts'

const unreachable = 'We cannot do this right now. Please try again in a few moments.'

/**
 * Called by the card frame on its own server. Returns the secret that lets Stripe check the card, or the reason there
 * is none.
 */
export async function fetchCardSecret(
  session: string,
): Promise<{ clientSecret: string } | { refusal: string }> {
  try {
    const reply = await fetch('/card-frame/setup-intent', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ session }),
    })
    if (reply.ok) return (await reply.json()) as { clientSecret: string }
    return { refusal: ((await reply.json()) as RefusalReply).msg }
  } catch {
    return { refusal: unreachable }
  }
}
