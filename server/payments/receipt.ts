import { randomUUID } from 'node:crypto'
import { formatDate } from '#domain/calendar.ts'
import { cents, formatCurrency, toDecimal } from '#domain/money.ts'
import { declineTexts, type DeclineReason } from '#domain/payments.ts'
import { surchargePercentage } from '#domain/surcharges.ts'
import { escapeHtml } from '../html.ts'
import type { MessageColumns, PaymentRow } from './payments.store.ts'

/** What was paid, with every part of it; goes to whoever has the account, whoever paid. */
export function receipt(payment: PaymentRow, paidOn: string): MessageColumns | null {
  const money = (amount: number) => formatCurrency(toDecimal(cents(amount)), payment.region)
  return letter(payment, {
    subject: `Your payment of ${money(payment.amount)} to ${payment.schoolName}`,
    opening: `Thank you. We have received a payment to ${payment.schoolName}.`,
    lines: [
      ['Account', payment.shortId],
      ['School', payment.schoolName],
      ['Date', formatDate(paidOn)],
      ['Amount', money(payment.amount)],
      ...(payment.surcharge > 0
        ? ([
            [`Surcharge (${surchargePercentage(payment.basisPoints)})`, money(payment.surcharge)],
            ['Total', money(payment.amount + payment.surcharge)],
          ] as const)
        : []),
      ...(payment.methodName ? ([['Paid with', payment.methodName]] as const) : []),
      ['Reference', referenceOf(payment)],
    ],
    closing: 'Please keep this message as your receipt.',
  })
}

/** A bank debit that came back after the payer had left the page. */
export function failureNotice(payment: PaymentRow, reason: DeclineReason): MessageColumns | null {
  const amount = formatCurrency(toDecimal(cents(payment.amount + payment.surcharge)), payment.region)
  return letter(payment, {
    subject: `Your payment of ${amount} to ${payment.schoolName} did not go through`,
    opening: `Your payment to ${payment.schoolName} could not be taken. ${declineTexts[reason]}`,
    lines: [
      ['Account', payment.shortId],
      ['School', payment.schoolName],
      ['Amount', amount],
      ['Reference', referenceOf(payment)],
    ],
    closing: 'Nothing was taken from your account. You can pay again in the portal at any time.',
  })
}

export function returnNotice(
  payment: PaymentRow,
  amount: number,
  why: 'Refund' | 'Dispute',
): MessageColumns | null {
  const sum = formatCurrency(toDecimal(cents(amount)), payment.region)
  const isRefund = why === 'Refund'
  return letter(payment, {
    subject: isRefund ? `Your refund of ${sum}` : `A payment of ${sum} was returned to your bank`,
    opening: isRefund
      ? `We have sent ${sum} back to you. Your bank may need a few days to show it.`
      : `Your bank has taken back a payment to ${payment.schoolName}. The amount is owing again.`,
    lines: [
      ['Account', payment.shortId],
      ['School', payment.schoolName],
      ['Amount', sum],
      ['Reference', referenceOf(payment)],
    ],
    closing: isRefund ? '' : 'If this is a surprise to you, please contact us.',
  })
}

/** Short enough to read out on the phone. */
export function referenceOf({ id }: Pick<PaymentRow, 'id'>): string {
  return id.slice(0, 8).toUpperCase()
}

type Letter = {
  subject: string
  opening: string
  lines: readonly (readonly [label: string, value: string])[]
  closing: string
}

function letter({ payer }: PaymentRow, { subject, opening, lines, closing }: Letter): MessageColumns | null {
  if (!payer) return null
  const greeting = `Hello ${payer.firstName},`
  const list = lines.map(([label, value]) => `${label}: ${value}`).join('\n')
  const rows = lines.map(
    ([label, value]) =>
      `<tr><td style="padding:4px 24px 4px 0;opacity:.75">${escapeHtml(label)}</td><td style="padding:4px 0;font-weight:600">${escapeHtml(value)}</td></tr>`,
  )
  return {
    id: randomUUID(),
    recipient: payer.email,
    customerId: payer.id,
    subject,
    text: [greeting, opening, list, closing].filter((part) => part !== '').join('\n\n'),
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:32px 16px;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:480px;margin:0 auto"><p>${escapeHtml(greeting)}</p><p>${escapeHtml(opening)}</p>
<table style="border-collapse:collapse">${rows.join('')}</table><p>${escapeHtml(closing)}</p></div></body></html>`,
  }
}
