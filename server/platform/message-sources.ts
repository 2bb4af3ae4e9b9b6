import type { Config } from './config.ts'
import type { Db } from './database/open.ts'

/** Facts that a message reads from the books and from people when it is sent. */
export type MessageSources = {
  /** Whether the payments of the account are on hold. */
  isOnHold(db: Db, accountId: string): Promise<boolean>
  /** The address where a payment request is paid; null if the request no longer exists. */
  payUrl(
    db: Db,
    config: Pick<Config, 'encryptionKeys' | 'portalOrigin'>,
    requestId: string,
  ): Promise<string | null>
  /** The facts of a receipt with its details, which are read when it is first sent. */
  completeReceipt(db: Db, message: { id: string; accountId: string | null; facts: unknown }): Promise<unknown>
}
