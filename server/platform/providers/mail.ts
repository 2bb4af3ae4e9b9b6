import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'
import { ProviderFailure } from './provider-failure.ts'

export type Mail = {
  messageId: string
  to: string
  /** Null for the sender's address. */
  replyTo: string | null
  subject: string
  text: string
  html: string | null
  attachments: readonly MailAttachment[]
}
export type MailAttachment = { fileName: string; contentType: string; bytes: Uint8Array }
export type MailProvider = { send(mail: Mail): Promise<void>; close(): void }

/**
 * The outbox leases a message for a minute while it is sent. So a mail server that hangs must not take longer, and a mail
 * must not queue for a connection behind others that hang.
 */
const timeouts = { connectionTimeout: 3_000, greetingTimeout: 3_000, socketTimeout: 6_000 }
const connections = {
  pool: true,
  maxConnections: 20,
  // Shorter than any server's timeout, so that no mail is sent on a connection that was just closed.
  idleTimeout: 4_000,
  // The outbox retries and records it instead.
  maxRequeues: 0,
} as const

export function mailProvider(config: Config['mail']): MailProvider {
  const transport = createTransport({ url: config.url, ...connections, ...timeouts }, { from: config.from })
  const domain = /@([^\s>]+)/.exec(config.from)?.[1] ?? 'localhost'
  return {
    async send({ messageId, to, replyTo, subject, text, html, attachments }) {
      try {
        await transport.sendMail({
          // The same id for every try, so that mail programs show a mail once if a crash sent it twice.
          messageId: `<${messageId}@${domain}>`,
          // Asks out-of-office responders not to reply.
          headers: { 'Auto-Submitted': 'auto-generated' },
          to: { name: '', address: to },
          ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
          subject,
          text,
          ...(html === null ? {} : { html }),
          attachments: attachments.map(({ fileName, contentType, bytes }) => ({
            filename: fileName,
            contentType,
            content: Buffer.from(bytes),
          })),
        })
      } catch (error) {
        const { responseCode: status } = error as { responseCode?: number }
        const message = `the mail server answered ${status ?? 'nothing'}`
        throw new ProviderFailure('mail', !isRefused(error), message, { cause: error })
      }
    },
    close: () => transport.close(),
  }
}

/**
 * Whether the server refuses this recipient or this mail permanently. If it refuses the sender, for a wrong password
 * or address, that has to be fixed in the settings, and the mail is retried.
 */
function isRefused(error: unknown): boolean {
  const {
    code,
    command,
    responseCode = 550,
  } = error as {
    code?: string
    command?: string
    responseCode?: number
  }
  const isAboutMail = (code === 'EENVELOPE' && command !== 'MAIL FROM') || code === 'EMESSAGE'
  return isAboutMail && responseCode >= 500
}
