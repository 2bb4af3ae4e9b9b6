import { createHmac } from 'node:crypto'

/** The `Stripe-Signature` of a webhook: a time, and the keyed hash of that time and the body. */
export function sign(body: string, secret: string, seconds: number): string {
  const hash = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${hash}`
}
