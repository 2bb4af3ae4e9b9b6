import type { Sandbox } from '../sandbox.ts'

type Form = {
  To?: string
  From?: string
  MessagingServiceSid?: string
  Body?: string
  StatusCallback?: string
}
type Options = { sid?: string; token?: string; accountSid?: string; signal?: AbortSignal }

/** Sends a text message like a client of Twilio; used by this room's tests. */
export function sendSms({ url }: Pick<Sandbox, 'url'>, form: Form, options: Options = {}): Promise<Response> {
  const { sid = 'ACsandbox', token = 'sandbox-token', accountSid = sid, signal } = options
  return fetch(`${url}/2010-04-01/Accounts/${accountSid}/Messages.json`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}` },
    body: new URLSearchParams({ From: '+61480000111', Body: 'Hello', ...form }),
    signal,
  })
}
