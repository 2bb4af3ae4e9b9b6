import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import { authorised, payer, type Payer } from '#tools/testing/payer.ts'
import { linkOf } from '#tools/testing/request-link.ts'
import { samplePdf } from '#tools/testing/sample-files.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql } from '../platform/database/sql.ts'
import type { Deps } from '../platform/deps.ts'
import { decrypt, decryptBytes, encrypt, type EncryptionKey } from '../platform/encryption/encryption.ts'
import { openFile } from '../platform/files/stored-files.ts'
import { readIdentityReview } from '../people/identity/identity-review.ts'
import { jobHandlers } from './job-handlers.ts'
import { renewals, renewEncryption } from './renew-encryption.ts'
import { toBase32 } from '../people/staff-access/totp.ts'
import { aadOfTotp } from '../people/staff-access/two-factor.ts'
import { storeBankAccount, revealNumbers } from '../books/withdrawals/bank-accounts.ts'
import { payoutFile } from '../books/withdrawals/payouts.ts'

const server = await testServer()
const { deps } = server
const { db } = deps
const [oldKey] = deps.config.encryptionKeys as [EncryptionKey]
const newKey = { id: 'new', key: randomBytes(32) }
const withKeys = (...encryptionKeys: EncryptionKey[]): Deps => ({
  ...deps,
  config: { ...deps.config, encryptionKeys },
})
const rotating = withKeys(newKey, oldKey)
const rotated = withKeys(newKey)

const passport = { type: 'Passport', passportCountry: 'AU', passportNo: 'PA1234567' } as const
const copy = samplePdf('Passport')
const bank = { bsb: '062000', accountNumber: '12345678' }
const batch = 'The file of a payout'

const totpOf = new Map<number, string>()

/** Writes one row of every encrypted kind, in the way the server writes it. */
async function fill(from: Payer, number: number): Promise<void> {
  const { accountId } = from
  expect((await from.post('repayment-sources', authorised)).status).toBe(200)
  const form = new FormData()
  form.append('identification', JSON.stringify(passport))
  form.append('idCheckConsent', 'true')
  form.append('file', new Blob([new Uint8Array(copy)]), 'passport.pdf')
  const handedIn = await fetch(
    `${server.url}/api/portal/customer/account/${accountId}/identification-details/manual`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${from.token}`, 'x-larkwell-region': 'AU' },
      body: form,
    },
  )
  expect(handedIn.status).toBe(200)
  await db.transaction((tx) => storeBankAccount(tx, deps, accountId, { holder: 'Olivia Bennett', ...bank }))
  const { staffId, token } = await addStaff(server, 'operations')
  const begun = await server.call('POST /api/staff/two-factor', { token, body: { reason: 'First set-up' } })
  expect(begun.status).toBe(200)
  totpOf.set(number, begun.body.key)
  const hidden = encrypt([oldKey], batch, `payout:${number}`)
  await db.run(sql`
    insert into payout_batch (number, region, file, encryption_key_id, created_by, created_at)
    values (${number}, 'AU', ${hidden.bytes}, ${hidden.keyId}, ${staffId}, ${deps.clock()})`)
}

/** Reads all of these rows in clear, in the way the server reads them. */
async function read(keys: Deps, { accountId }: Payer, number: number) {
  const row = await db.first<{
    fileId: string
    checkId: string
    sourceId: string
    payoutId: string
    requestId: string
  }>(sql`
    select made.file_id as "fileId", made.id as "checkId", source.id as "sourceId", payout.id as "payoutId",
      request.id as "requestId"
    from identity_check made
      join repayment_source source on source.account_id = made.account_id and source.bank_details is not null
      join payout_bank_account payout on payout.account_id = made.account_id
      join payment_request request on request.account_id = made.account_id
    where made.account_id = ${accountId}`)
  if (!row) throw new Error('Something is missing')
  const [source] = await db.many<{ keyId: string; bytes: Buffer }>(sql`
    select encryption_key_id as "keyId", bank_details as bytes from repayment_source where id = ${row.sourceId}`)
  const [payout] = await db.many<{ keyId: string; bytes: Buffer }>(sql`
    select encryption_key_id as "keyId", bank_details as bytes from payout_bank_account where id = ${row.payoutId}`)
  const [totp] = await db.many<{ id: string; keyId: string; bytes: Buffer }>(sql`
    select staff_id as id, encryption_key_id as "keyId", secret as bytes from staff_totp
    where staff_id = (select created_by from payout_batch where number = ${number})`)
  const file = await openFile(db, keys, { accountId, id: row.fileId })
  return {
    file: file.bytes.toString('latin1'),
    document: (await readIdentityReview(keys, { accountId, checkId: row.checkId })).document,
    source: JSON.parse(decrypt(keys.config.encryptionKeys, source!, `${accountId}:${row.sourceId}`)),
    payout: revealNumbers(keys, { accountId, id: row.payoutId, ...payout! }),
    batch: new TextDecoder().decode((await payoutFile(keys, number)).file.bytes),
    link: await linkOf(keys, row.requestId),
    totp: toBase32(decryptBytes(keys.config.encryptionKeys, totp!, aadOfTotp(totp!))),
  }
}

const numberUnder = async (keyId: string) => {
  let count = 0
  for (const { column } of renewals) {
    const rows = await db.many(sql`select 1 from ${column.table} where ${column.keyId} = ${keyId}`)
    count += rows.length
  }
  return count
}

let family: Payer
let other: Payer
let clear: Awaited<ReturnType<typeof read>>
beforeAll(async () => {
  const parent = (link: string) =>
    payer(server, {
      setupStatus: 'VerifyYourIdentity',
      sources: [],
      requests: [{ id: link, amountDue: cents(5_000) }],
    })
  family = await parent('first-link')
  other = await parent('other-link')
  await fill(family, 1)
  await fill(other, 2)
  clear = await read(deps, family, 1)
})

describe('Encrypting anew', () => {
  it('covers every column with the id of a key', async () => {
    const columns = await db.many<{ name: string }>(sql`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name like '%key\\_id'`)
    const renewed = renewals.map(({ column }) => `${column.table.text}.${column.keyId.text}`)
    expect(renewed.toSorted()).toEqual(columns.map(({ name }) => name).toSorted())
  })

  it('begins with all rows encrypted with the old key', async () => {
    expect(clear).toEqual({
      file: copy.toString('latin1'),
      document: passport,
      source: { bsb: '000000', accountNumber: '000123456' },
      payout: bank,
      batch,
      link: 'first-link',
      totp: totpOf.get(1),
    })
    expect(await numberUnder(oldKey.id)).toBe(14)
    await expect(read(rotated, family, 1)).rejects.toThrow('not configured')
  })

  it('has nothing to do while there is one key', async () => {
    expect(await renewEncryption(deps)).toBe(0)
  })

  it('skips rows that another process has locked, reports them, and finds them the next time', async () => {
    await db.transaction(async (tx) => {
      await tx.run(sql`select 1 from repayment_source where account_id = ${other.accountId} for update`)
      await expect(renewEncryption(rotating)).rejects.toThrow(
        'Still under another key than "new": 1 of repayment_source',
      )
    })
    expect(await numberUnder(oldKey.id)).toBe(1)
    // Meanwhile both keys can decrypt everything.
    expect(await read(rotating, family, 1)).toEqual(clear)
    expect(await renewEncryption(rotating)).toBe(1)
  })

  it('lets the old key be removed: everything can be read without it', async () => {
    expect(await numberUnder(oldKey.id)).toBe(0)
    expect(await read(rotated, family, 1)).toEqual(clear)
    expect(await read(rotated, other, 2)).toEqual({ ...clear, link: 'other-link', totp: totpOf.get(2) })
    await expect(read(deps, family, 1)).rejects.toThrow('not configured')
    expect(await renewEncryption(rotated)).toBe(0)
  })

  it('can run in any number of processes at once, while others read', async () => {
    const newest = { id: 'newest', key: randomBytes(32) }
    const again = withKeys(newest, newKey)
    const counts = await Promise.allSettled([
      renewEncryption(again),
      renewEncryption(again),
      ...Array.from({ length: 5 }, () => read(again, family, 1)),
    ])
    expect(counts.slice(2).map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'fulfilled'))
    // The first process to finish may still see rows that the other has locked.
    expect(await renewEncryption(again)).toBe(0)
    expect(await read(withKeys(newest), family, 1)).toEqual(clear)
    await renewEncryption(withKeys(newKey, newest))
  })

  it('does not stop at a corrupted row, and reports it', async () => {
    await db.run(sql`
      update identity_check set document = set_byte(document, 30, get_byte(document, 30) # 1)
      where account_id = ${other.accountId}`)
    const next = withKeys({ id: 'next', key: randomBytes(32) }, newKey)
    await expect(renewEncryption(next)).rejects.toThrow(/"next": 1 of identity_check$/)
    expect(await numberUnder('next')).toBe(13)
    const { config } = next
    expect(await read(withKeys(config.encryptionKeys[0]!), family, 1)).toEqual(clear)
    // A key that was removed from the configuration is reported in the same way.
    await expect(renewEncryption(withKeys(config.encryptionKeys[0]!))).rejects.toThrow('1 of identity_check')
    await db.run(sql`
      update identity_check set document = null, encryption_key_id = null where account_id = ${other.accountId}`)
    await jobHandlers(next)['renew-encryption']({})
    const [run] = await db.many(sql`select outcome from job_run where name = 'renew-encryption'`)
    expect(run).toEqual({ outcome: 'Done' })
  })

  it('may change only the key of a payout', async () => {
    const refused = 'append-only'
    await expect(db.run(sql`update payout_batch set region = 'UK' where number = 1`)).rejects.toThrow(refused)
    await expect(db.run(sql`update payout_batch set file = '\\x00' where number = 1`)).rejects.toThrow(
      refused,
    )
    await expect(db.run(sql`delete from payout_batch where number = 1`)).rejects.toThrow(refused)
  })
})
