import { formatDate, type CalendarDate } from '#domain/calendar.ts'
import { escapeHtml } from '../html.ts'
import type { Message } from '../outbox/outbox.ts'
import type { Payer } from './sources.store.ts'

type Support = { phone: string; email: string }

/** The customer's own copy of what they authorised. */
export function authorisationMessage(about: {
  payer: Payer
  text: string
  version: number
  displayName: string
  holderName: string
  on: CalendarDate
  agreementUrl: string
  support: Support
}): Message {
  const { payer, support } = about
  return mail(payer, 'Your direct debit authorisation', [
    `Hello ${payer.firstName},`,
    `On ${formatDate(about.on)} you authorised us to debit a bank account. Please keep this copy.`,
    `Account: ${about.displayName}, held by ${about.holderName}`,
    `You agreed to: “${about.text}” (version ${about.version})`,
    `The terms are at ${about.agreementUrl}`,
    `You can change your payment method at any time under Payment preferences. To stop or dispute a debit, call ${support.phone} or write to ${support.email}.`,
    'If you did not do this, please call us at once.',
  ])
}

/** A payment method that the bank has ended, before it costs the family a failed payment. */
export function unusableMessage(about: {
  payer: Payer
  displayName: string
  portalUrl: string
  support: Support
}): Message {
  const { payer, support } = about
  return mail(payer, 'Your payment method can no longer be used', [
    `Hello ${payer.firstName},`,
    `Your bank told us that we can no longer take payments from ${about.displayName}.`,
    `Please add another payment method, or choose one that you have saved: ${about.portalUrl}`,
    `If you have questions, call ${support.phone} or write to ${support.email}.`,
  ])
}

function mail(payer: Payer, subject: string, paragraphs: string[]): Message {
  return {
    channel: 'email',
    recipient: payer.email,
    subject,
    text: paragraphs.join('\n\n'),
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:32px 16px;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:480px;margin:0 auto">
${paragraphs.map((paragraph) => `<p>${linked(escapeHtml(paragraph))}</p>`).join('\n')}
</div></body></html>`,
    isSecret: false,
    sendBefore: null,
    customerId: payer.customerId,
  }
}

function linked(html: string): string {
  return html.replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)
}
