import type { Transaction } from '../database/open.ts'
import type { Deps } from '../deps.ts'
import type { Message, MessageFacts, MessageKind } from '../messages/message.ts'
import { putInOutbox } from '../outbox/outbox.ts'
import { listReaders, type Reader } from './account-letters.store.ts'

type Content = { [Kind in MessageKind]: { kind: Kind; facts: MessageFacts[Kind] } }[MessageKind] &
  Pick<Message, 'once'>

/** Writes to everybody who shares an account, in the transaction of what the letter tells of. */
export async function writeToMembers(
  tx: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  accountId: string,
  letter: (reader: Reader) => Content,
): Promise<void> {
  for (const reader of await listReaders(tx, accountId)) {
    await putInOutbox(tx, deps, {
      ...letter(reader),
      recipient: reader.email,
      customerId: reader.customerId,
      accountId,
    })
  }
}
