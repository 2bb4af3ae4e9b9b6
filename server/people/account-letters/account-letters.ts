import type { Db, Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Message, MessageFacts, MessageKind } from '../../letters/messages/message.ts'
import { putAllInOutbox, putInOutbox } from '../../letters/outbox/outbox.ts'
import { listRecipients, type LetterRecipient } from './account-letters.store.ts'

/** The facts about a reader and an account that every letter contains. */
type Member = Omit<LetterRecipient, 'customerId' | 'email'>

type Content = { [Kind in MessageKind]: { kind: Kind; facts: MessageFacts[Kind] } }[MessageKind] &
  Pick<Message, 'once' | 'sendBefore'>

/**
 * Writes to every member of an account for whom `letter` returns content, in the transaction of the event it reports.
 */
export async function writeToMembers(
  tx: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  accountId: string,
  letter: (member: Member, customerId: string) => Content | null,
): Promise<void> {
  for (const message of await lettersTo(tx, accountId, letter)) await putInOutbox(tx, deps, message)
}

/** Does the same without queueing a job: the outbox sweep sends the letters some seconds later. */
export async function writeToMembersLater(
  tx: Db,
  at: Date,
  accountId: string,
  letter: (member: Member, customerId: string) => Content,
): Promise<void> {
  await putAllInOutbox(tx, { clock: () => at }, await lettersTo(tx, accountId, letter))
}

async function lettersTo(
  db: Db,
  accountId: string,
  letter: (member: Member, customerId: string) => Content | null,
): Promise<Message[]> {
  const recipients = await listRecipients(db, accountId)
  return recipients.flatMap(({ customerId, email, ...member }) => {
    const content = letter(member, customerId)
    return content ? [{ ...content, recipient: email, customerId, accountId }] : []
  })
}
