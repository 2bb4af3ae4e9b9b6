import { createHmac } from 'node:crypto'
import type { Message } from '../inbox/inbox.ts'

type Account = { sid: string; token: string }

/** Notifies the sender, in order and signed like Twilio, that the message was sent, and of its delivery status. */
export async function reportStatus(url: string, account: Account, message: Message): Promise<void> {
  for (const status of ['sent', message.status ?? 'delivered']) {
    const fields: Record<string, string> = {
      AccountSid: account.sid,
      ApiVersion: '2010-04-01',
      From: message.from,
      MessageSid: message.id,
      MessageStatus: status,
      SmsSid: message.id,
      SmsStatus: status,
      To: message.to,
      ...(status === 'undelivered' && { ErrorCode: '30003' }),
    }
    await fetch(url, {
      method: 'POST',
      headers: { 'x-twilio-signature': sign(account.token, url, fields) },
      body: new URLSearchParams(fields),
      signal: AbortSignal.timeout(15_000),
    })
  }
}

export function sign(token: string, url: string, fields: Record<string, string>): string {
  const names = Object.keys(fields).toSorted()
  const signed = url + names.map((name) => `${name}${fields[name]}`).join('')
  return createHmac('sha1', token).update(signed).digest('base64')
}
