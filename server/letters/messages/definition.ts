import type { Region } from '#domain/region.ts'
import type { LegalEntity } from '../../platform/config.ts'
import type { MailAttachment } from '../../platform/providers/mail.ts'
import type { Letter } from './letter.ts'
import type { MessageFacts, MessageKind } from './message.ts'

/** What every message may say about the company that sends it. */
export type MessageContext = {
  brand: string
  portalOrigin: string
  support: Record<Region, { phone: string; email: string }>
  legalEntity: Record<Region, LegalEntity>
  /** Where the reader lives, for messages whose facts do not say so. */
  region: Region | null
  /** Where the payment request is paid that the message is about. */
  payUrl: string | null
}

/** How a kind of message leaves, and how its facts become words. */
export type Definition<Kind extends MessageKind> = {
  /** Wiped from the outbox once it is sent or too late to send. */
  isSecret?: true
} & (
  | { channel: 'sms'; write(facts: MessageFacts[Kind], context: MessageContext): string }
  | {
      channel: 'email'
      write(facts: MessageFacts[Kind], context: MessageContext): Letter
      /** Files that go with it, made of the same facts: sent twice, they are the same. */
      attach?(facts: MessageFacts[Kind], context: MessageContext): Promise<MailAttachment[]>
    }
)

export type Definitions<Kinds extends MessageKind> = { [Kind in Kinds]: Definition<Kind> }
