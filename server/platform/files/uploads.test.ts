import { connect } from 'node:net'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { flakyDatabase } from '#tools/testing/flaky-database.ts'
import { firstOf } from '#tools/testing/long.ts'
import { payer, type Payer } from '#tools/testing/payer.ts'
import { looseLimits, looseRateLimits } from '#tools/testing/running-server.ts'
import { sampleJpeg, samplePdf, scannersTestText } from '#tools/testing/sample-files.ts'
import { testServer } from '#tools/testing/server.ts'
import { buildApp } from '../../app/app.ts'
import { openDatabase } from '../database/open.ts'
import { sql } from '../database/sql.ts'
import { fileScanner } from '../providers/file-scanner.ts'
import { readRateLimits } from '../rate-limit/limits.ts'

const plenty = looseRateLimits({ uploads: 1000 })
const server = await testServer({ rateLimits: readRateLimits(plenty, looseLimits.RATE_LIMIT_SCALE) })
const { db } = server.deps
const { providers } = server.deps
const { scanner } = providers
/** A shorter timeout than in production, for a scanner that never replies. */
const impatient = fileScanner(server.sandboxUrl, 500)

/** A second server, with a database connection that can be broken. */
const flaky = await flakyDatabase(server.databaseUrl)
const flakyDb = openDatabase(flaky.url, { connections: 1 })
const flakyApp = await buildApp({ ...server.deps, db: flakyDb })
const flakyUrl = await flakyApp.listen({ host: '127.0.0.1', port: 0 })
afterAll(async () => {
  flaky.disarm()
  await flakyApp.close()
  await flakyDb.close()
})

type Upload = { path: string; fields: Record<string, string> }
const invoice: Upload = { path: 'invoices/upload', fields: {} }
const identity: Upload = {
  path: 'identification-details/manual',
  fields: {
    identification: JSON.stringify({ type: 'Passport', passportCountry: 'AU', passportNo: 'PA7654321' }),
    idCheckConsent: 'true',
  },
}
const both = [
  ['an invoice', invoice],
  ['a copy of a document', identity],
] as const

const parent = () => payer(server, { setupStatus: 'VerifyYourIdentity' })
const pathOf = ({ accountId }: Payer, { path }: Upload) => `/api/portal/customer/account/${accountId}/${path}`
const headersOf = ({ token }: Payer) => ({ authorization: `Bearer ${token}`, 'x-larkwell-region': 'AU' })

async function send(from: Payer, upload: Upload, [name, bytes]: [string, Buffer], url = server.url) {
  const form = new FormData()
  for (const [field, text] of Object.entries(upload.fields)) form.append(field, text)
  form.append('file', new Blob([new Uint8Array(bytes)]), name)
  const reply = await fetch(url + pathOf(from, upload), {
    method: 'POST',
    headers: headersOf(from),
    body: form,
  })
  return { status: reply.status, headers: reply.headers, body: await reply.json() }
}

/** Every row that an upload can leave behind. */
async function leftOf({ accountId }: Payer) {
  const [left] = await db.many<{ files: number; records: number; reviews: number; consents: number }>(sql`
    select (select count(*) from stored_file where account_id = ${accountId}) as files,
      (select count(*) from invoice where account_id = ${accountId} and origin = 'Upload')
        + (select count(*) from identity_check where account_id = ${accountId}) as records,
      (select count(*) from review where account_id = ${accountId}) as reviews,
      (select count(*) from consent where account_id = ${accountId} and kind = 'IdCheckConsent') as consents`)
  return left!
}
const nothing = { files: 0, records: 0, reviews: 0, consents: 0 }
const one = ({ path }: Upload) => ({
  files: 1,
  records: 1,
  reviews: 1,
  consents: path === identity.path ? 1 : 0,
})

const good: [string, Buffer] = ['paper.pdf', samplePdf('Paper', 200_000)]
const unavailable = { status: 503, body: { code: 'unavailable', msg: expect.stringMatching(/try again/) } }

afterEach(async () => {
  const orphans = await db.many(sql`
    select id from stored_file file where not exists (
        select from invoice where invoice.account_id = file.account_id and invoice.file_id = file.id)
      and not exists (
        select from identity_check made where made.account_id = file.account_id and made.file_id = file.id)
      and not exists (
        select from statement where statement.account_id = file.account_id and statement.file_id = file.id)`)
  const empty = await db.many(sql`
    select id from invoice where origin = 'Upload' and file_id is null
    union all select id from identity_check where manner = 'Manual' and file_id is null`)
  expect([orphans, empty]).toEqual([[], []])
})

describe.each(firstOf(1, both))('The upload of %s', (_, upload) => {
  it('leaves nothing behind when the connection is cut', async () => {
    const from = await parent()
    const { hostname, port } = new URL(server.url)
    const head = [
      `POST ${pathOf(from, upload)} HTTP/1.1`,
      'host: larkwell',
      ...Object.entries(headersOf(from)).map(([name, value]) => `${name}: ${value}`),
      'content-type: multipart/form-data; boundary=edge',
      'content-length: 400000',
    ]
    const line = connect(Number(port), hostname)
    line.write(`${head.join('\r\n')}\r\n\r\n`)
    for (const [name, text] of Object.entries(upload.fields))
      line.write(`--edge\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`)
    line.write('--edge\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n')
    await new Promise((written) => line.write(good[1], written))
    line.destroy()
    // A later call gets a reply, and finds no trace of the first.
    expect((await send(from, upload, ['reject.pdf', good[1]])).status).toBe(415)
    expect(await leftOf(from)).toEqual(nothing)
  })

  it('is stored only after the scanner has answered, whatever its fault', async () => {
    const from = await parent()
    for (const action of firstOf(2, ['drop', 'status:500', 'hang', 'malformed'])) {
      await server.sandboxApi('faults', { provider: 'scanner', times: 1, action })
      providers.scanner = impatient
      const reply = await send(from, upload, good)
      providers.scanner = scanner
      expect([action, reply]).toMatchObject([action, unavailable])
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await leftOf(from)).toEqual(nothing)
    }
    expect((await send(from, upload, good)).status).toBe(200)
    expect(await leftOf(from)).toEqual(one(upload))
  })

  it('is refused when the scanner finds something, with a message a parent understands', async () => {
    const from = await parent()
    for (const file of [
      ['paper.pdf', samplePdf(scannersTestText)],
      ['reject.pdf', good[1]],
    ] as const)
      expect(await send(from, upload, [...file])).toMatchObject({
        status: 415,
        body: {
          code: 'unsupported_media_type',
          fields: { file: 'Our virus scanner refused this file. Please choose another one.' },
        },
      })
    expect(await leftOf(from)).toEqual(nothing)
  })

  it('leaves nothing behind when the disk is full', async () => {
    const from = await parent()
    await db.run(sql`
      create function refuse_full() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
    await db.run(sql`
      create trigger disk_is_full before insert on stored_file for each row execute function refuse_full()`)
    const reply = await send(from, upload, good)
    await db.run(sql`drop function refuse_full() cascade`)
    expect(reply).toMatchObject(unavailable)
    expect(await leftOf(from)).toEqual(nothing)
    expect((await send(from, upload, good)).status).toBe(200)
    expect(await leftOf(from)).toEqual(one(upload))
  })

  it('is stored completely or not at all, wherever the database connection breaks', async () => {
    const broken: number[] = []
    let from = await parent()
    for (const step of [0, 2, 4, 6, 7, 8, 9, 10, 12]) {
      await fetch(`${flakyUrl}/api/portal/settings`)
      flaky.breakAfter(step)
      const { status } = await send(from, upload, good, flakyUrl)
      flaky.disarm()
      expect([200, 503]).toContain(status)
      if (status === 503) broken.push(step)
      const left = await leftOf(from)
      // The commit may have succeeded although its reply was lost.
      expect(status === 200 ? [one(upload)] : [nothing, one(upload)]).toContainEqual(left)
      if (left.files > 0) from = await parent()
    }
    expect(broken.length).toBeGreaterThan(3)
  })
})

it('A copy may be a photo, and is stored without the data that the phone appended', async () => {
  const from = await parent()
  const photo = sampleJpeg()
  const behind = Buffer.concat([photo, Buffer.from('a film of the kitchen')])
  expect((await send(from, identity, ['IMG_1.JPEG', behind])).status).toBe(200)
  const [file] = await db.many(sql`
    select content_type as type, size_bytes as size from stored_file where account_id = ${from.accountId}`)
  expect(file).toEqual({ type: 'image/jpeg', size: photo.length })
  expect((await send(await parent(), invoice, ['IMG_1.JPEG', photo])).status).toBe(415)
})
