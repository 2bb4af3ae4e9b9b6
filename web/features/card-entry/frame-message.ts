import type { CardFrameMessage, cardFrameMessages } from '#contract/card-entry.ts'

const kinds: Record<(typeof cardFrameMessages)[number], true> = {
  FormInvalid: true,
  FormValid: true,
  TransactionComplete: true,
}
const longestErrors = 2_000
const longestToken = 255

/** A message of the card frame, or undefined for anything else that a window may be sent. */
export function readFrameMessage(data: unknown): CardFrameMessage | undefined {
  if (!isRecord(data)) return undefined
  const { message, errors } = data
  if (typeof message !== 'string' || !Object.hasOwn(kinds, message)) return undefined
  if (typeof errors !== 'string' || errors.length > longestErrors) return undefined
  const kind = message as CardFrameMessage['message']
  if (kind !== 'TransactionComplete') return { message: kind, errors }
  const token = isRecord(data['data']) ? data['data']['token'] : undefined
  if (typeof token !== 'string' || token === '' || token.length > longestToken) return undefined
  return { message: kind, errors, data: { token } }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
