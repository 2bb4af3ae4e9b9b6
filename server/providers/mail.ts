import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'
import { ProviderFailure } from './provider-failure.ts'

export type Mail = {
  messageId: string
  to: string
  /** Whom an answer reaches; null where that is the sender. */
  replyTo: string | null
  subject: string
  text: string
  html: string | null
}
export type MailProvider = { send(mail: Mail): Promise<void>; close(): void }

/**
 * The outbox holds a message's row while it is sent: a mail server that hangs must not hold it for minutes, and a mail
 * must not queue for a connection behind others that hang.
 */
const patience = { connectionTimeout: 3_000, greetingTimeout: 3_000, socketTimeout: 6_000 }
const connections = {
  pool: true,
  maxConnections: 20,
  // Shorter than any server's own, so that a mail does not meet a connection that was just closed.
  idleTimeout: 4_000,
  // The outbox tries again, and writes down that it did.
  maxRequeues: 0,
} as const

export function mailProvider(config: Config['mail']): MailProvider {
  const transport = createTransport({ url: config.url, ...connections, ...patience }, { from: config.from })
  const domain = /@([^\s>]+)/.exec(config.from)?.[1] ?? 'localhost'
  return {
    async send({ messageId, to, replyTo, subject, text, html }) {
      try {
        await transport.sendMail({
          // Stable across tries, so that a mail sent twice by a crash is shown once by mail programs.
          messageId: `<${messageId}@${domain}>`,
          // Asks the programs of readers who are away not to answer.
          headers: { 'Auto-Submitted': 'auto-generated' },
          to: { name: '', address: to },
          ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
          subject,
          text,
          ...(html === null ? {} : { html }),
        })
      } catch (error) {
        const { responseCode: status } = error as { responseCode?: number }
        const words = `the mail server answered ${status ?? 'nothing'}`
        throw new ProviderFailure('mail', !isRefused(error), words, { cause: error })
      }
    },
    close: () => transport.close(),
  }
}

/**
 * The server will have nothing to do with this reader or this mail. What it has against us, a wrong password or an
 * unknown sender, is mended by us and does not cost anybody their mail.
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
