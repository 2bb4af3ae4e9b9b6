import type { Message } from '../inbox/inbox.ts'

const apiVersion = '2010-04-01'
const unreachable = { code: 30003, message: 'Unreachable destination handset' }

/** A message in Twilio's format. `status` is given if it is not the message's last one. */
export function messageResource(accountSid: string, message: Message, status = message.status) {
  const date = new Date(message.at).toUTCString().replace('GMT', '+0000')
  const isByPool = message.from.startsWith('MG')
  const isFinal = status === message.status
  const error = status === 'undelivered' ? unreachable : undefined
  const uri = `/${apiVersion}/Accounts/${accountSid}/Messages/${message.id}`
  return {
    sid: message.id,
    account_sid: accountSid,
    api_version: apiVersion,
    to: message.to,
    from: isByPool ? null : message.from,
    messaging_service_sid: isByPool ? message.from : null,
    body: message.text,
    status: status ?? 'queued',
    direction: 'outbound-api',
    num_segments: isByPool && !isFinal ? '0' : String(countSegments(message.text)),
    num_media: '0',
    error_code: error?.code ?? null,
    error_message: error?.message ?? null,
    price: null,
    price_unit: null,
    date_created: date,
    date_updated: date,
    date_sent: isFinal ? date : null,
    uri: `${uri}.json`,
    subresource_uris: { media: `${uri}/Media.json` },
  }
}

/** 160 plain characters fit into one message, 153 into each of several; other alphabets need more space. */
function countSegments(text: string): number {
  const isPlain = /^[\n\r -~£]*$/.test(text)
  const [one, each] = isPlain ? [160, 153] : [70, 67]
  return text.length <= one ? 1 : Math.ceil(text.length / each)
}
