import { randomUUID } from 'node:crypto'
import type { Db } from '../database/open.ts'
import { insertAuditEvent } from './audit.store.ts'

type Event = {
  /** The account it is about, or the customer where there is no account yet. */
  subjectId: string
  actorId: string
  action: 'LoggedInWithCode' | 'LoggedInWithLink' | 'LoggedOut'
  at: Date
}

/** Written in the transaction of what it records: there is never the one without the other. */
export async function recordAudit(tx: Db, event: Event): Promise<void> {
  await insertAuditEvent(tx, { ...event, id: randomUUID(), actorKind: 'Customer' })
}
