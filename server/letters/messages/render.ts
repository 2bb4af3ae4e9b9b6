import type { Config } from '../../platform/config.ts'
import type { Region } from '#domain/region.ts'
import type { MailAttachment } from '../../platform/providers/mail.ts'
import { contactKinds } from './contact.ts'
import type { Channel } from '../../platform/providers/channels.ts'
import type { Definitions, MessageContext } from './definition.ts'
import { htmlOf, oneLine, textOf } from './layout.ts'
import { disputeKinds } from './disputes.ts'
import { feeChangeKinds } from './fee-changes.ts'
import type { AboutAccount, Letter, LetterWords } from './letter.ts'
import { logInKinds } from './log-in.ts'
import type { MessageFacts, MessageKind } from './message.ts'
import { methodKinds } from './methods.ts'
import { planChangeKinds } from './plan-changes.ts'
import { paymentHoldKinds } from './payment-holds.ts'
import { planEndKinds } from './plan-ends.ts'
import { planKinds } from './plans.ts'
import { receiptKinds } from './receipts.ts'
import { renewalKinds } from './renewals.ts'
import { reviewKinds } from './reviews.ts'
import { savedMethodKinds } from './saved-methods.ts'
import { statementKinds } from './statements.ts'
import { supportKinds } from './support.ts'
import { switchKinds } from './switches.ts'
import { unfinishedKinds } from './unfinished-plans.ts'
import { upcomingKinds } from './upcoming.ts'
import { withdrawalKinds } from './withdrawals.ts'
import { aboutAccount } from './wording.ts'

/** A kind without a renderer does not compile. */
const definitions: Definitions<MessageFacts> = {
  ...logInKinds,
  ...contactKinds,
  ...receiptKinds,
  ...disputeKinds,
  ...upcomingKinds,
  ...planKinds,
  ...planChangeKinds,
  ...paymentHoldKinds,
  ...renewalKinds,
  ...planEndKinds,
  ...feeChangeKinds,
  ...methodKinds,
  ...reviewKinds,
  ...savedMethodKinds,
  ...statementKinds,
  ...supportKinds,
  ...switchKinds,
  ...unfinishedKinds,
  ...withdrawalKinds,
}

export const messageKinds = Object.keys(definitions) as MessageKind[]

/** Invented facts for each kind of message, for previews and tests. */
export const sampleFacts = Object.fromEntries(
  messageKinds.map((kind) => [kind, definitions[kind].sample]),
) as unknown as MessageFacts

export const channelOf = (kind: MessageKind): Channel => definitions[kind].channel ?? 'email'
export const isSecret = (kind: MessageKind): boolean => definitions[kind].isSecret ?? false

/** The words of a message. A text message has neither subject nor HTML. */
export type Words = { subject: string; text: string; html: string; replyTo?: string } | { text: string }

/** The letter's own words, which staff may replace. */
export function ownWords<Kind extends MessageKind>(
  kind: Kind,
  facts: MessageFacts[Kind],
  context: MessageContext,
): string {
  const definition = definitions[kind]
  return definition.channel === 'sms'
    ? definition.write(facts, context)
    : definition.write(facts, context).paragraphs.join('\n')
}

/** The words of a message, in the current design. */
export function render<Kind extends MessageKind>(
  kind: Kind,
  facts: MessageFacts[Kind],
  context: MessageContext,
): Words {
  // An older process may not know the kind of a newer message.
  if (!Object.hasOwn(definitions, kind)) throw new Error(`there is no message of the kind ${kind}`)
  const definition = definitions[kind]
  if (definition.channel === 'sms') return { text: definition.write(facts, context) }
  const letter = letterOf(definition.write(facts, context), facts)
  const region = ('region' in facts ? facts.region : undefined) ?? context.region
  const signed = { ...context, region }
  return {
    subject: oneLine(letter.subject),
    text: textOf(letter, signed),
    html: htmlOf(letter, signed),
    ...(letter.replyTo !== undefined && { replyTo: letter.replyTo }),
  }
}

/** The words that staff have added for the reader, stored with the message's facts. */
export type StaffWords = { staffWords?: string }

type ReaderFacts = StaffWords & { firstName?: string | null } & Partial<AboutAccount>

function letterOf(words: LetterWords, facts: object): Letter {
  const { staffWords = '', firstName = null, shortId = '', schoolName = '' }: ReaderFacts = facts
  const added = staffWords.split(/\n+/).filter((line) => line.trim() !== '')
  return {
    title: words.subject,
    firstName,
    reason: aboutAccount({ shortId, schoolName }),
    ...words,
    paragraphs: [...added, ...words.paragraphs],
  }
}

/**
 * The words of a stored message. Kind and facts were written together by typed code, which the compiler cannot see
 * through a column of text and one of JSON; an unknown kind is refused above.
 */
export function renderStored(kind: string, facts: unknown, context: MessageContext): Words {
  return render(kind as MessageKind, facts as never, context)
}

/** The attachments of a stored message. */
export async function attachmentsOf(
  kind: string,
  facts: unknown,
  context: MessageContext,
): Promise<MailAttachment[]> {
  const definition = definitions[kind as MessageKind]
  if (definition.channel === 'sms' || !definition.attach) return []
  return definition.attach(facts as never, context)
}

export function messageContext(
  { brand, support, legalEntity }: Pick<MessageContext, 'brand' | 'support' | 'legalEntity'>,
  { portalOrigin }: Pick<Config, 'portalOrigin'>,
  region: Region | null,
  payUrl: string | null = null,
): MessageContext {
  return { brand, portalOrigin, support, legalEntity, region, payUrl }
}
