import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'
import { ProviderFailure } from './provider-failure.ts'

export type Mail = { messageId: string; to: string; subject: string; text: string; html: string | null }
export type MailProvider = { send(mail: Mail): Promise<void>; close(): void }

/** The outbox holds a message's row while it is sent: a mail server that hangs must not hold it for minutes. */
const patience = { connectionTimeout: 3_000, greetingTimeout: 3_000, socketTimeout: 6_000 }

export function mailProvider(config: Config['mail']): MailProvider {
  const transport = createTransport({ url: config.url, ...patience }, { from: config.from })
  return {
    async send({ messageId, to, subject, text, html }) {
      try {
        await transport.sendMail({
          // Stable across tries, so that a mail sent twice by a crash is shown once by mail programs.
          messageId: `<${messageId}@larkwell>`,
          to: { name: '', address: to },
          subject,
          text,
          ...(html === null ? {} : { html }),
        })
      } catch (error) {
        const status = (error as { responseCode?: number }).responseCode
        const isRetryable = status === undefined || status < 500
        throw new ProviderFailure('mail', isRetryable, `the mail server answered ${status ?? 'nothing'}`, {
          cause: error,
        })
      }
    },
    close: () => transport.close(),
  }
}
