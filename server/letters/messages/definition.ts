import type { Region } from '#domain/region.ts'
import type { LegalEntity } from '../../platform/config.ts'
import type { MailAttachment } from '../../platform/providers/mail.ts'
import type { AboutAccount, Letter, LetterWords } from './letter.ts'

/** The facts about the company that any message may use. */
export type MessageContext = {
  brand: string
  portalOrigin: string
  support: Record<Region, { phone: string; email: string }>
  legalEntity: Record<Region, LegalEntity>
  /** The reader's region, for messages whose facts have none. */
  region: Region | null
  /** The address at which the message's payment request is paid. */
  payUrl: string | null
}

/** What a letter has to state itself, because its facts do not say who reads it or which account it is about. */
type Stated<Facts> = (Facts extends { firstName: string | null } ? unknown : Pick<Letter, 'firstName'>) &
  (Facts extends AboutAccount ? unknown : Pick<Letter, 'reason'>)

/** A kind of message: its channel, if it is not a mail, and how its facts become words. */
export type Definition<Facts> = {
  /** Invented facts, for previews and tests. */
  sample: Facts
  /** The facts are wiped from the outbox once the message is sent or expired. */
  isSecret?: true
} & (
  | { channel: 'sms'; write(facts: Facts, context: MessageContext): string }
  | {
      channel?: undefined
      write(facts: Facts, context: MessageContext): LetterWords & Stated<Facts>
      /** Attached files, made of the same facts, so that a second sending attaches the same files. */
      attach?(facts: Facts, context: MessageContext): Promise<MailAttachment[]>
    }
)

export type Definitions<Facts> = { [Kind in keyof Facts]: Definition<Facts[Kind]> }
