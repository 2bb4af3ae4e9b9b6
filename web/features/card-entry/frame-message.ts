import type { CardFrameMessage, cardFrameMessages } from '#contract/card-entry.ts'
import { cardFundings } from '#domain/payment-methods/surcharges.ts'

type Kind = (typeof cardFrameMessages)[number]
type Data = CardFrameMessage['data']

const longestErrors = 2_000
const longestText = 255

/** What each kind carries; undefined where it is not what it must be. */
const readData: Record<Kind, (data: Record<string, unknown>) => Data | undefined> = {
  FormInvalid: ({ isDeclined }) => (isDeclined === true ? { isDeclined } : {}),
  FormValid: () => ({}),
  SubmitRequested: () => ({}),
  CardChanged: ({ card }) => {
    if (!isRecord(card) || !isText(card['brand'])) return undefined
    const funding = cardFundings.find((each) => each === card['funding'])
    const isPending = card['isPending'] === true
    return funding && { card: { brand: card['brand'], funding, ...(isPending && { isPending }) } }
  },
  BankQuestion: ({ clientSecret }) => (isText(clientSecret) ? { clientSecret } : undefined),
  TransactionComplete: ({ token }) => (isText(token) ? { token } : undefined),
}

/** A message of the card frame, or undefined for anything else that a window may be sent. */
export function readFrameMessage(sent: unknown): CardFrameMessage | undefined {
  if (!isRecord(sent)) return undefined
  const { message, errors } = sent
  if (typeof message !== 'string' || !Object.hasOwn(readData, message)) return undefined
  if (typeof errors !== 'string' || errors.length > longestErrors) return undefined
  const kind = message as Kind
  const data = readData[kind](isRecord(sent['data']) ? sent['data'] : {})
  if (!data) return undefined
  return { message: kind, errors, ...(Object.keys(data).length > 0 && { data }) }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= longestText
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
