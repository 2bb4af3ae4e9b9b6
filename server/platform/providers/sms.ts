import type { Config } from '../config.ts'
import { ProviderFailure } from './provider-failure.ts'

export type Sms = { to: string; body: string }
export type SmsProvider = { send(message: Sms): Promise<void> }

/** A Twilio-compatible gateway. Its SDK is 21 MB for this one call. */
export function smsProvider(config: Config['sms']): SmsProvider {
  const url = `${config.baseUrl}/2010-04-01/Accounts/${config.accountSid}/Messages.json`
  const credentials = Buffer.from(`${config.accountSid}:${config.authToken}`).toString('base64')
  return {
    async send({ to, body }) {
      const reply = await fetch(url, {
        method: 'POST',
        headers: { authorization: `Basic ${credentials}` },
        body: new URLSearchParams({ To: to, From: config.from, Body: body }),
        signal: AbortSignal.timeout(10_000),
        redirect: 'error',
      }).catch((error: unknown) => {
        throw new ProviderFailure('sms', true, 'the gateway did not answer', { cause: error })
      })
      await reply.body?.cancel()
      if (!reply.ok) {
        // A wrong password has to be fixed in the settings; messages are retried meanwhile.
        const isRetryable = reply.status >= 500 || [401, 403, 429].includes(reply.status)
        throw new ProviderFailure('sms', isRetryable, `the gateway answered ${reply.status}`)
      }
    },
  }
}
