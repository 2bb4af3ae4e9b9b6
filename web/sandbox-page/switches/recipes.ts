/** How long an outage lasts. */
export const minutes = 5

export type Recipe = {
  name: string
  words: string
  rule: { provider: string; action: string; path?: string }
  /** Strikes once, for the chosen family or whoever pays next. */
  isForFamily?: boolean
  /** Lasts for some minutes. */
  isOutage?: boolean
}

/** What people want to see most often: a sentence, and the switch behind it. */
export const recipes: readonly Recipe[] = [
  {
    name: 'Next debit bounces',
    words:
      'The next payment fails: a bank debit comes back unpaid some days later, a card is declined at once.',
    rule: { provider: 'stripe', action: 'decline:insufficient_funds' },
    isForFamily: true,
  },
  {
    name: 'Card requires 3-D Secure',
    words: 'The bank asks the payer to confirm the next card payment. If nobody is there, it is declined.',
    rule: { provider: 'stripe', action: 'authenticate' },
    isForFamily: true,
  },
  {
    name: 'Payment disputed',
    words: 'The next payment succeeds, and a minute later the payer’s bank takes it back.',
    rule: { provider: 'stripe', action: 'dispute' },
    isForFamily: true,
  },
  {
    name: 'Webhook lost',
    words: 'The news of the next successful payment is never sent. The server finds out by itself.',
    rule: { provider: 'stripe-webhooks', action: 'lose', path: 'payment_intent.succeeded' },
    isForFamily: true,
  },
  {
    name: 'Stripe slow',
    words: `Every answer of Stripe takes 5 seconds, for ${minutes} minutes.`,
    rule: { provider: 'stripe', action: 'delayMs:5000' },
    isOutage: true,
  },
  {
    name: 'Stripe down',
    words: `Stripe answers nothing but 503, for ${minutes} minutes.`,
    rule: { provider: 'stripe', action: 'status:503' },
    isOutage: true,
  },
  {
    name: 'SMS down for 5 minutes',
    words: 'No text message can be sent, log-in codes included. They arrive when it is over.',
    rule: { provider: 'sms', action: 'status:503' },
    isOutage: true,
  },
  {
    name: 'Mail server refuses',
    words: `Every mail is turned away for ${minutes} minutes with “try again later”, and is sent again.`,
    rule: { provider: 'smtp', action: 'smtp:451' },
    isOutage: true,
  },
]
