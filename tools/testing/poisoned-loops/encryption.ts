import { randomBytes, randomUUID } from 'node:crypto'
import { cents } from '#domain/money.ts'
import { samplePdf } from '../sample-files.ts'
import { addStaff } from '../staff.ts'
import type { Account } from '../../demo/account.ts'
import { sql } from '#server/platform/database/sql.ts'
import { encryptBankNumbers } from '#server/platform/encryption/bank-numbers.ts'
import { encryptBytes, type EncryptionKey } from '#server/platform/encryption/encryption.ts'
import { renewals, workOf } from '#server/app/renew-encryption.ts'
import { aadOfFile } from '#server/platform/files/stored-files.ts'
import { encryptDocument } from '#server/people/identity/documents.ts'
import { aadOfTotp } from '#server/people/staff-access/two-factor.ts'
import { aadOfPayoutFile } from '#server/books/withdrawals/payouts.ts'
import type { Loop, LoopSetting } from './loop.ts'

/** What is kept under a key that is to be retired. */
export function loopsOfEncryption({ server, deps, db, staffId, yes }: LoopSetting): Loop[] {
  const { encryptionKeys: current } = deps.config
  const withKeys = (...encryptionKeys: EncryptionKey[]) => ({
    ...deps,
    config: { ...deps.config, encryptionKeys },
  })
  const older = { id: 'older', key: randomBytes(32) }
  const text = Buffer.from('A secret')

  let payouts = 900
  const payoutOf = new Map<string, string>()
  const staffOf = new Map<string, string>()

  type Row = { account?: () => Account; nameOf?: (accountId: string) => string }
  /** A row in each table, under the key of today. */
  const rows: Record<string, Row & { insert?: (accountId: string) => Promise<unknown> }> = {
    identity_check: {
      insert: (accountId) => {
        const id = randomUUID()
        const document = { type: 'Passport', passportCountry: 'AU', passportNo: 'PA1234567' } as const
        const { bytes, keyId } = encryptDocument(current, document, { accountId, id })
        return db.run(sql`
          insert into identity_check
            (account_id, id, document_type, document, encryption_key_id, manner, outcome, created_at, decided_at)
          values (${accountId}, ${id}, 'Passport', ${bytes}, ${keyId}, 'Automatic', 'Pass', ${deps.clock()},
            ${deps.clock()})`)
      },
    },
    repayment_source: {
      insert: async (accountId) => {
        const source = await db.first<{ id: string }>(sql`
          select id from repayment_source where account_id = ${accountId}`)
        const numbers = { bsb: '062000', accountNumber: '12345678' }
        const { bytes, keyId } = encryptBankNumbers(current, { accountId, id: source?.id ?? '' }, numbers)
        await db.run(sql`
          update repayment_source set bank_details = ${bytes}, encryption_key_id = ${keyId}
          where account_id = ${accountId}`)
      },
    },
    payment_request: { account: () => ({ requests: [{ id: randomUUID(), amountDue: cents(500) }] }) },
    payout_bank_account: { account: () => ({ withdrawals: { bankAccounts: ['4321'], requests: [] } }) },
    stored_file: {
      insert: (accountId) => {
        const id = randomUUID()
        const content = samplePdf()
        const { bytes, keyId } = encryptBytes(current, content, aadOfFile({ accountId, id }))
        return db.run(sql`
          insert into stored_file
            (account_id, id, name, content_type, size_bytes, sha256, content, encryption_key_id, created_at)
          values (${accountId}, ${id}, 'Term 2.pdf', 'application/pdf', ${content.length}, 'any', ${bytes}, ${keyId},
            ${deps.clock()})`)
      },
    },
    payout_batch: {
      nameOf: (accountId) => payoutOf.get(accountId) ?? '',
      insert: (accountId) => {
        payouts += 1
        payoutOf.set(accountId, String(payouts))
        const { bytes, keyId } = encryptBytes(current, text, aadOfPayoutFile(payouts))
        return db.run(sql`
          insert into payout_batch (number, region, file, encryption_key_id, created_by, created_at)
          values (${payouts}, 'AU', ${bytes}, ${keyId}, ${staffId}, ${deps.clock()})`)
      },
    },
    staff_totp: {
      nameOf: (accountId) => staffOf.get(accountId) ?? '',
      insert: async (accountId) => {
        const { staffId: id } = await addStaff(server, 'support')
        staffOf.set(accountId, id)
        const { bytes, keyId } = encryptBytes(current, text, aadOfTotp({ id }))
        await db.run(sql`
          insert into staff_totp (staff_id, secret, encryption_key_id, created_at)
          values (${id}, ${bytes}, ${keyId}, ${deps.clock()})`)
      },
    },
  }

  return renewals.flatMap(({ column, renew }) => {
    const table = column.table.text
    const row = rows[table]
    if (!row) return []
    const { insert, account, nameOf } = row
    return {
      work: workOf(column),
      ...(account && { account }),
      ...(nameOf && { nameOf }),
      refuses: column.table,
      arrange: async (id) => {
        await insert?.(id)
        // As if the keys had been changed since: the renewal itself turns them round.
        await renew(withKeys(older, ...current))
      },
      run: () => renew(withKeys(...current, older)),
      isDone: (id) =>
        yes(sql`
          select not exists (select from ${column.table} kept where ${column.keyId} = ${older.id}
            and ${nameOf?.(id) ?? id} in (select value from jsonb_each_text(to_jsonb(kept)))) as yes`),
    } satisfies Loop
  })
}
