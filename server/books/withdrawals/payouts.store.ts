import type { Cents } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'
import type { WithdrawalStatus } from '#domain/withdrawals.ts'
import type { Transaction } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Encrypted } from '../../platform/encryption/encryption.ts'

/** Takes the lock for a new batch: a second call waits here, and then finds what the first has left over. */
export async function lockPayouts(tx: Transaction): Promise<void> {
  await tx.run(sql`lock table payout_batch in share row exclusive mode`)
}

export type PayoutRow = {
  accountId: string
  withdrawalId: string
  bankAccountId: string
  shortId: string
  holder: string
  amount: Cents
  isRemoved: boolean
  payableFrom: Date | null
  bytes: Buffer | null
  keyId: string | null
}

/** Approved withdrawals in no batch, longest waiting first, locked against decisions until the transaction ends. */
export async function lockApproved(tx: Transaction, region: Region): Promise<PayoutRow[]> {
  return tx.many<PayoutRow>(sql`
    select request.account_id as "accountId", request.id as "withdrawalId", bank_account.id as "bankAccountId",
      account.short_id as "shortId", bank_account.holder, request.amount_minor as amount,
      bank_account.removed_at is not null as "isRemoved", bank_account.payable_from as "payableFrom", bank_account.bank_details as bytes,
      bank_account.encryption_key_id as "keyId"
    from withdrawal_request request
      join account on account.id = request.account_id
      join payout_bank_account bank_account
        on bank_account.account_id = request.account_id and bank_account.id = request.bank_account_id
    where request.status = 'Approved' and request.payout_number is null and account.region = ${region}
    order by request.decided_at, request.id
    for update of request`)
}

export async function nextNumber(tx: Transaction) {
  return tx.value<number>(sql`
    select coalesce(max(number), 0) + 1 as number from payout_batch`)
}

export async function insertPayout(
  tx: Transaction,
  batch: {
    number: number
    region: Region
    file: Encrypted
    madeBy: string
    now: Date
    requests: readonly { accountId: string; withdrawalId: string }[]
  },
): Promise<void> {
  await tx.run(sql`
    insert into payout_batch (number, region, file, encryption_key_id, created_by, created_at)
    values (${batch.number}, ${batch.region}, ${batch.file.bytes}, ${batch.file.keyId}, ${batch.madeBy}, ${batch.now})`)
  await tx.run(sql`
    update withdrawal_request request set payout_number = ${batch.number}
    from unnest(${batch.requests.map(({ accountId }) => accountId)}::uuid[],
        ${batch.requests.map(({ withdrawalId }) => withdrawalId)}::uuid[]) as taken (account_id, id)
    where request.account_id = taken.account_id and request.id = taken.id`)
}

/** Locks the withdrawals against single decisions. Always in the same order, so that two calls cannot deadlock. */
export async function lockRequestsOf(
  tx: Transaction,
  number: number,
): Promise<{ id: string; accountId: string; status: WithdrawalStatus }[]> {
  return tx.many(sql`
    select id, account_id as "accountId", status from withdrawal_request where payout_number = ${number} order by id for update`)
}
