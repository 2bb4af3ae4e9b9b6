/** Every action of a switch. */
export const actionNames: Record<string, string> = {
  'delayMs:<number>': 'Answers late (milliseconds)',
  hang: 'Never answers',
  drop: 'Closes the connection',
  malformed: 'Answers with broken JSON',
  smsUndelivered: 'Accepts, then cannot deliver',
  'status:500': 'Status 500, server error',
  'status:503': 'Status 503, unavailable',
  'status:429': 'Status 429, too many requests',
  'status:401': 'Status 401, not authorised',
  'smtp:451': '451, try again later',
  'smtp:550': '550, no such mailbox',
  store500: 'Status 500, repeated for the same idempotency key',
  'decline:<word>': 'Declines the next payment',
  authenticate: 'Asks for 3-D Secure at the next card payment',
  dispute: 'Disputes the next payment',
  scriptError: 'The script does not load',
  duplicate: 'Sends it twice',
  reorder: 'Sends it after the next one',
  lose: 'Never sends it',
  badSignature: 'Signs it with a wrong secret',
  oldTimestamp: 'Signs it an hour ago',
  futureTimestamp: 'Signs it an hour ahead',
}

/** How a switch matches a provider's requests. */
export const hints: Record<string, { path: string; method?: string }> = {
  smtp: { path: 'The recipient’s address, such as *@example.com', method: 'RCPT or DATA' },
  sms: { path: 'Such as */Messages.json' },
  stripe: { path: 'Such as /v1/payment_intents or /v1/payment_intents/*/confirm' },
  'stripe-js': { path: '/endive/stripe.js' },
  scanner: { path: '/v2/scan' },
  address: { path: '/harmony/rest/au/address' },
  'id-check': { path: '/compliance/v1.2/document/new/verify' },
  'credit-body': { path: 'Such as /compliance/v1.2/entity/new/verify/*' },
  'stripe-webhooks': {
    path: 'The type of event, such as payment_intent.succeeded or charge.*',
    method: 'POST',
  },
}

/** The label of each kind of value, and a valid example. */
export const argumentKinds: Record<string, { label: string; value: string; pattern: string }> = {
  number: { label: 'Milliseconds', value: '2000', pattern: '[0-9]{1,6}' },
  word: { label: 'Decline code', value: 'insufficient_funds', pattern: '\\w+' },
}

export function optionOf(provider: string, action: string): string {
  if (provider === 'stripe-webhooks' && action.startsWith('delayMs')) return 'Sends it late (milliseconds)'
  return actionNames[action] ?? action
}

export function nameOf({ provider, action }: { provider: string; action: string }): string {
  const [name, value] = action.split(':')
  if (name === 'delayMs') return `${provider === 'stripe-webhooks' ? 'Sends it' : 'Answers'} ${value} ms late`
  if (name === 'decline') return `Declines the next payment: ${value}`
  return actionNames[action] ?? action
}
