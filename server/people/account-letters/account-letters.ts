import type { Db, Transaction } from '../../platform/database/open.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Message, MessageFacts, MessageKind } from '../../letters/messages/message.ts'
import { putAllInOutbox, putInOutbox } from '../../letters/outbox/outbox.ts'
import { listReaders, type Reader } from './account-letters.store.ts'

type Content = { [Kind in MessageKind]: { kind: Kind; facts: MessageFacts[Kind] } }[MessageKind] &
  Pick<Message, 'once' | 'sendBefore'>

/** Writes to everybody who shares an account and is not left out, in the transaction of what the letter tells of. */
export async function writeToMembers(
  tx: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  accountId: string,
  letter: (reader: Reader) => Content | null,
): Promise<void> {
  for (const message of await lettersTo(tx, accountId, letter)) await putInOutbox(tx, deps, message)
}

/** The same where no queue is at hand: the sweep sends them, some seconds later. */
export async function leaveForMembers(
  tx: Db,
  at: Date,
  accountId: string,
  letter: (reader: Reader) => Content,
): Promise<void> {
  await putAllInOutbox(tx, { clock: () => at }, await lettersTo(tx, accountId, letter))
}

async function lettersTo(
  db: Db,
  accountId: string,
  letter: (reader: Reader) => Content | null,
): Promise<Message[]> {
  const readers = await listReaders(db, accountId)
  return readers.flatMap((reader) => {
    const content = letter(reader)
    return content ? [{ ...content, recipient: reader.email, customerId: reader.customerId, accountId }] : []
  })
}
