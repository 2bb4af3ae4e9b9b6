import type { Cents } from '#domain/money.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import type { DepositKey } from './deposits.store.ts'
import { companyAccountId } from '../ledger/invariants.ts'
import { isPassedOn } from '../refunds/refunds.reads.ts'

export type AssignedDeposit = {
  accountId: string
  paymentId: string
  amount: Cents
  /** Its first entry is one of the company: no family was known. */
  wasInSuspense: boolean
  isPassedOn: boolean
}

/** A deposit that is assigned to a family; undefined while it has none. */
export async function findAssigned(db: Db, { billerCode, bankReference }: DepositKey) {
  return db.first<AssignedDeposit>(sql`
    select deposit.account_id as "accountId", deposit.payment_id as "paymentId", deposit.amount_minor as amount,
      exists (select from ledger_entry where account_id = ${companyAccountId} and id = deposit.entry_id)
        as "wasInSuspense",
      ${isPassedOn} as "isPassedOn"
    from deposit join payment on payment.account_id = deposit.account_id and payment.id = deposit.payment_id
    where biller_code = ${billerCode} and bank_reference = ${bankReference}`)
}
