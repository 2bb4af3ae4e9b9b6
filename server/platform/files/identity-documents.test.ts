import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { describeLong } from '#tools/testing/long-tests.ts'
import { payer, type Payer } from '#tools/testing/payer.ts'
import { sampleJpeg, samplePdf } from '#tools/testing/sample-files.ts'
import { startBeside } from '#tools/testing/server-process.ts'
import { callTo, testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql } from '../database/sql.ts'
import { jobHandlers } from '../../app/job-handlers.ts'
import { purgeIdentityDocuments } from './identity-documents.ts'

const server = await testServer()
const { deps, call } = server
const { db } = deps
const dayMs = 24 * 60 * 60_000

const parent = () => payer(server, { setupStatus: 'VerifyYourIdentity' })
const pathOf = ({ accountId }: Payer) => `/api/portal/customer/account/${accountId}/identification-details`

async function check(from: Payer, identification: object, url = server.url) {
  const body = { identification, idCheckConsent: true }
  return callTo(url)(`POST ${pathOf(from)}`, { token: from.token, body })
}

async function handIn(
  from: Payer,
  identification: object,
  bytes: Buffer,
  { name = 'copy.pdf', url = server.url } = {},
) {
  const form = new FormData()
  form.append('identification', JSON.stringify(identification))
  form.append('idCheckConsent', 'true')
  form.append('file', new Blob([new Uint8Array(bytes)]), name)
  const reply = await fetch(`${url}${pathOf(from)}/manual`, {
    method: 'POST',
    headers: { authorization: `Bearer ${from.token}`, 'x-larkwell-region': 'AU' },
    body: form,
  })
  return reply.status
}

const licence = (driversLicenseNo: string, driversLicenseCardNo = '1234567890') => ({
  type: 'DriversLicense',
  driversLicenseState: 'NSW',
  driversLicenseNo,
  driversLicenseCardNo,
})
const passport = (passportNo: string) => ({ type: 'Passport', passportCountry: 'AU', passportNo })

type Kept = {
  id: string
  manner: string
  outcome: string | null
  hasNumbers: boolean
  hasKey: boolean
  hasCopy: boolean
  deletedAt: Date | null
  record: Record<string, unknown>
}

/** A family's checks: the stored parts of its documents, and the record that has to stay. */
async function checksOf({ accountId }: Payer): Promise<Kept[]> {
  return db.many<Kept>(sql`
    select id, manner, outcome, document is not null as "hasNumbers", encryption_key_id is not null as "hasKey",
      exists (select from stored_file file where file.account_id = made.account_id and file.id = made.file_id)
        as "hasCopy",
      document_deleted_at as "deletedAt",
      to_jsonb(made) - '{document,encryption_key_id,file_id,document_deleted_at}'::text[]
        || jsonb_build_object('consent', (select to_jsonb(consent) from consent
          where consent.account_id = made.account_id and consent.subject_id = made.id),
          'review', (select to_jsonb(review) from review
          where review.account_id = made.account_id and review.subject_id = made.id)) as record
    from identity_check made where account_id = ${accountId} order by created_at, id`)
}

const filesOf = async ({ accountId }: Payer) =>
  (await db.many(sql`select 1 from stored_file where account_id = ${accountId}`)).length

const decide = async ({ accountId }: Payer, verb: 'approve' | 'decline') => {
  const staff = await addStaff(server, 'operations')
  const review = await db.first<{ id: string }>(sql`
    select id from review where account_id = ${accountId} and kind = 'Identity' and status = 'Open'`)
  const decided = `POST /api/staff/reviews/${review?.id}/${verb}`
  const reply = await call(decided, { token: staff.token, body: { reason: 'The photo is not to be read.' } })
  expect(reply.status).toBe(200)
  return review!.id
}

describe('An identity document', () => {
  it('is deleted after its retention period, and not a moment before; its record stays', async () => {
    const [passed, declined, waiting, lost, billed] = [
      await parent(),
      await parent(),
      await parent(),
      await parent(),
      await parent(),
    ]
    await check(passed, licence('AB123456'))
    await check(declined, licence('AB123000'))
    await handIn(declined, licence('AB123000'), samplePdf('Licence'))
    await check(waiting, passport('PA1234000'))
    await handIn(waiting, passport('PA1234000'), sampleJpeg(), { name: 'photo.jpg' })
    // The process of this check died before it stored the issuer's reply.
    await check(lost, licence('AB765432'))
    await db.run(sql`
      update identity_check set outcome = null, decided_at = null where account_id = ${lost.accountId}`)
    // Other files are not deleted.
    const invoice = new FormData()
    invoice.append('file', new Blob([new Uint8Array(samplePdf('Invoice'))]), 'invoice.pdf')
    await fetch(`${server.url}/api/portal/customer/account/${billed.accountId}/invoices/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${billed.token}`, 'x-larkwell-region': 'AU' },
      body: invoice,
    })
    await server.travel(5 * dayMs)
    const reviewId = await decide(declined, 'decline')
    const all = [passed, declined, waiting, lost]
    const before = await Promise.all(all.map(checksOf))
    expect(
      before.flat().map(({ manner, outcome, hasNumbers, hasCopy }) => [manner, outcome, hasNumbers, hasCopy]),
    ).toEqual([
      ['Automatic', 'Pass', true, false],
      ['Automatic', 'Fail', true, false],
      ['Manual', 'Fail', true, true],
      ['Automatic', 'Fail', true, false],
      ['Manual', null, true, true],
      ['Automatic', null, true, false],
    ])

    // Nearly thirty days after the checks of the first day.
    await server.travel(25 * dayMs - 60 * 60_000)
    expect(await purgeIdentityDocuments(deps)).toBe(0)
    await server.travel(60 * 60_000)
    const purge = jobHandlers(deps)['purge-identity-documents']
    await purge({})
    const kept = (checks: Kept[][]) =>
      checks.flat().map(({ hasNumbers, hasKey, hasCopy }) => [hasNumbers, hasKey, hasCopy])
    const first = await Promise.all(all.map(checksOf))
    expect(kept(first)).toEqual([
      [false, false, false],
      [false, false, false],
      [true, true, true],
      [false, false, false],
      [true, true, true],
      [false, false, false],
    ])
    const deletedAt = first[0]?.[0]?.deletedAt
    expect(deletedAt).toEqual(expect.any(Date))

    // Thirty days after the review. Copies that are not reviewed yet stay.
    await server.travel(5 * dayMs)
    expect(await purgeIdentityDocuments(deps)).toBe(1)
    expect(await purgeIdentityDocuments(deps)).toBe(0)
    const last = await Promise.all(all.map(checksOf))
    expect(kept(last).filter(([hasNumbers]) => hasNumbers)).toEqual([[true, true, true]])
    expect([await filesOf(declined), await filesOf(waiting), await filesOf(billed)]).toEqual([0, 1, 1])
    expect(last[0]?.[0]?.deletedAt).toEqual(deletedAt)
    // Outcome, reference, times, consent and review are unchanged.
    expect(last.flat().map(({ record }) => record)).toEqual(before.flat().map(({ record }) => record))
    expect(last.flat().every(({ record }) => record['consent'] !== null)).toBe(true)
    expect(last[0]?.[0]?.record).toMatchObject({ outcome: 'Pass', provider_reference: expect.any(String) })

    const staff = await addStaff(server, 'operations')
    const file = await call(`GET /api/staff/reviews/${reviewId}/file`, { token: staff.token })
    expect([file.status, file.body.code]).toEqual([404, 'file_missing'])
  })

  it('is deleted in batches when there are many', async () => {
    const { accountId } = await parent()
    const at = new Date(deps.clock().getTime() - 31 * dayMs)
    await db.run(sql`
      insert into identity_check (account_id, id, document_type, document, encryption_key_id, manner, outcome,
        created_at, decided_at)
      select ${accountId}, gen_random_uuid(), 'Passport', '\\x00', 'local', 'Automatic', 'Fail', ${at}, ${at}
      from generate_series(1, 250)`)
    expect(await purgeIdentityDocuments(deps)).toBe(250)
  })

  it('cannot be marked as deleted while some of it is left', async () => {
    const { accountId } = await parent()
    const claim = db.run(sql`
      insert into identity_check (account_id, id, document_type, document, encryption_key_id, manner, created_at,
        document_deleted_at)
      values (${accountId}, ${randomUUID()}, 'Passport', ${randomBytes(8)}, 'local', 'Automatic', ${deps.clock()},
        ${deps.clock()})`)
    await expect(claim).rejects.toThrow('deleted_document_is_gone')
  })
})

/** Every table, including those of the job queue, with a row that contains one of these texts, as text or bytes. */
async function tablesThatHold(texts: string[]): Promise<string[]> {
  const tables = await db.many<{ name: string }>(sql`
    select table_schema || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`)
  expect(tables.length).toBeGreaterThan(50)
  const forms = texts.flatMap((text) => [text.toLowerCase(), Buffer.from(text).toString('hex')])
  const holding: string[] = []
  for (const { name } of tables) {
    const match = await db.first({
      name: '',
      text: `select 1 from ${name} each, unnest($1::text[]) form
        where strpos(lower(to_jsonb(each)::text), form) > 0 limit 1`,
      values: [forms],
    })
    if (match) holding.push(name)
  }
  return holding
}

describeLong('The numbers of a document', () => {
  it('are nowhere in clear: in no table, no message and no line of the most verbose log', async () => {
    const beside = await startBeside(server, { LOG_LEVEL: 'trace', IDV_TIMEOUT_MS: '2000' })
    const { url } = beside
    const [passed, failed, refused] = [await parent(), await parent(), await parent()]
    const statuses = [
      await check(passed, licence('QZ7K 4X91', '8273-645-019'), url),
      await check(failed, licence('QZ7K4000', '8273645019'), url),
      await check(failed, licence('QZ7K4999', '8273645019'), url),
      await check(failed, passport('PA8642998'), url),
      // One file is over the limit, and one is unreadable.
      await check(failed, passport('PA8642973'), url),
      await check(refused, { ...licence('QZ7K4X91'), driversLicenseState: 'QZ7K4X91' }, url),
    ].map(({ status }) => status)
    expect(statuses).toEqual([200, 200, 200, 200, 429, 400])
    const copy = samplePdf('Passport PA8642973')
    const name = 'PA8642973 QZ7K4X91.pdf'
    await server.sandboxApi('faults', { provider: 'scanner', times: 1, action: 'status:500' })
    const handedIn = [
      await handIn(failed, passport('PA8642973'), copy, { name, url }),
      await handIn(failed, passport('PA8642973'), copy, { name, url }),
      await handIn(refused, { ...licence('QZ7K4X91'), driversLicenseCardNo: '' }, copy, { name, url }),
    ]
    expect(handedIn).toEqual([503, 200, 400])
    const staff = await addStaff(server, 'operations')
    const queue = await call('GET /api/staff/queue?kind=Identity', { token: staff.token })
    const review = queue.body.items.find((item: { accountId: string }) => item.accountId === failed.accountId)
    const seen = await fetch(`${url}/api/staff/reviews/${review.id}/file`, {
      headers: { authorization: `Bearer ${staff.token}` },
    })
    expect(Buffer.from(await seen.arrayBuffer()).equals(copy)).toBe(true)
    await decide(failed, 'decline')
    await server.message(failed.email, 'email')

    beside.child.kill('SIGTERM')
    await beside.exit
    const messages = await (await fetch(`${server.sandboxUrl}/_sandbox/api/messages`)).text()
    const log = beside.output()
    // The number as it was typed, as it was sent to the issuer, and the common beginning of one kind.
    const numbers = ['QZ7K 4X91', 'QZ7K4', '8273645019', '8273-645-019', 'PA8642']
    expect(await tablesThatHold(numbers)).toEqual([])
    for (const number of numbers) {
      expect(log.toUpperCase()).not.toContain(number)
      expect(messages).not.toContain(number)
    }
    // Proves that the search can find a text.
    expect(await tablesThatHold([failed.email])).toContain('public.customer')
    expect(log).toContain('identification-details')
    expect(messages).toContain(failed.email)
  })
})
