import { escapeHtml } from '../html.ts'
import type { Message } from '../outbox/outbox.ts'
import type { LoginCustomer } from './login.store.ts'

export function codeMessage(about: {
  customerId: string
  mobile: string
  code: string
  expiresAt: Date
}): Message {
  return {
    channel: 'sms',
    recipient: about.mobile,
    text: `${about.code} is your Larkwell code. It works for 5 minutes. We will never ask you for it.`,
    isSecret: true,
    sendBefore: about.expiresAt,
    customerId: about.customerId,
  }
}

export function linkMessage(about: { customer: LoginCustomer; url: string; expiresAt: Date }): Message {
  const { customer, url } = about
  const lines = [
    `Hello ${customer.firstName},`,
    'Here is your personal link to log in to Larkwell. It works once, for 15 minutes.',
    'If you did not ask for it, you can ignore this message: nobody can use the link without your inbox.',
  ]
  const [greeting, ...rest] = lines
  return {
    channel: 'email',
    recipient: customer.email,
    subject: 'Your Larkwell login link',
    text: [greeting, rest[0], url, rest[1]].join('\n\n'),
    html: linkHtml(lines, url),
    isSecret: true,
    sendBefore: about.expiresAt,
    customerId: customer.customerId,
  }
}

function linkHtml([greeting = '', invitation = '', caution = '']: string[], url: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<title>Your Larkwell login link</title></head>
<body style="margin:0;padding:32px 16px;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:480px;margin:0 auto">
<p>${escapeHtml(greeting)}</p><p>${escapeHtml(invitation)}</p>
<p><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 24px;border-radius:12px;background:#10523d;color:#fff;text-decoration:none;font-weight:600">Log in</a></p>
<p>${escapeHtml(caution)}</p></div></body></html>`
}
