import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { largestFileBytes } from '#domain/files.ts'
import type { Account } from '#tools/demo/account.ts'
import { firstOf } from '#tools/testing/long.ts'
import { itLong } from '#tools/testing/long-tests.ts'
import { addPayer } from '#tools/testing/payments.ts'
import { looseLimits, looseRateLimits } from '#tools/testing/running-server.ts'
import {
  emptyArchive,
  sampleJpeg,
  samplePdf,
  samplePng,
  scannersTestText,
} from '#tools/testing/sample-files.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff, foundSame } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'
import { openFile } from '../../platform/files/stored-files.ts'
import { readRateLimits } from '../../platform/rate-limit/limits.ts'
import { readIdentityReview } from './identity-review.ts'

const plenty = looseRateLimits({ uploads: 1000 })
const server = await testServer({ rateLimits: readRateLimits(plenty, looseLimits.RATE_LIMIT_SCALE) })
const { deps, call } = server
const { db } = deps
const staff = await addStaff(server, 'operations')

beforeEach(async () => {
  await fetch(`${server.sandboxUrl}/_sandbox/api/faults`, { method: 'DELETE' })
})

const toIdentify: Account = {
  setupStatus: 'VerifyYourIdentity',
  isSetupIncomplete: true,
  checksSetupStatus: true,
  plans: [{ status: 'Saved' }],
}
const switching: Account = { productType: 'Pay', productChange: { status: 'VerifyYourIdentity' } }

const licence = {
  type: 'DriversLicense',
  driversLicenseState: 'NSW',
  driversLicenseNo: '12 345 678',
  driversLicenseCardNo: '2012345678',
}
const good = { identification: JSON.stringify(licence), idCheckConsent: 'true' }

async function parent(account: Account = toIdentify) {
  const family = await addPayer(server, account)
  const { accountId, token } = family
  const path = `/api/portal/customer/account/${accountId}/identification-details`
  const headers = { authorization: `Bearer ${token}`, 'x-larkwell-region': 'AU' }
  return {
    ...family,
    path,
    headers,
    state: async () => (await call(`GET ${path}`, { token })).body,
    check: (passportNo: string) =>
      call(`POST ${path}`, {
        token,
        body: {
          identification: { type: 'Passport', passportCountry: 'AU', passportNo },
          idCheckConsent: true,
        },
      }),
    handIn: async (
      name: string,
      bytes: Buffer,
      fields: Record<string, string> = good,
      more: Record<string, string> = {},
    ) => {
      const form = new FormData()
      for (const [field, text] of Object.entries(fields)) form.append(field, text)
      form.append('file', new Blob([new Uint8Array(bytes)]), name)
      const reply = await fetch(`${server.url}${path}/manual`, {
        method: 'POST',
        headers: { ...headers, ...more },
        body: form,
      })
      return { status: reply.status, body: await reply.json() }
    },
    rows: () =>
      db.first<any>(sql`
        select (select count(*) from identity_check where account_id = account.id and manner = 'Manual') as checks,
          (select count(*) from stored_file where account_id = account.id) as files,
          (select count(*) from review where account_id = account.id) as reviews,
          (select count(*) from consent where account_id = account.id and kind = 'IdCheckConsent') as consents
        from account where id = ${accountId}`),
    status: () =>
      db.first<any>(sql`
        select setup_status as setup,
          (select status from product_change where account_id = account.id) as change
        from account where id = ${accountId}`),
    copy: () =>
      db.first<any>(sql`
        select made.id, made.document_type as "documentType", made.outcome, made.asked_by as "askedBy",
          made.file_id as "fileId", review.id as "reviewId", review.status as review, file.content,
          file.encryption_key_id as "fileKey", consent.given_by as "givenBy", consent.ip
        from identity_check made
          join review on review.account_id = made.account_id and review.subject_id = made.id
            and review.kind = 'Identity'
          join stored_file file on file.account_id = made.account_id and file.id = made.file_id
          join consent on consent.account_id = made.account_id and consent.subject_id = made.id
        where made.account_id = ${accountId} order by made.created_at desc limit 1`),
  }
}

const nothing = { checks: 0, files: 0, reviews: 0, consents: 0 }
const one = { checks: 1, files: 1, reviews: 1, consents: 1 }
const refused = await parent()

const program = Buffer.concat([
  Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0', 'latin1'),
  Buffer.alloc(400),
])
const pdf = samplePdf('Licence')

describe('An invalid copy', () => {
  afterEach(async () => {
    expect(await refused.rows()).toEqual(nothing)
    expect(await refused.status()).toMatchObject({ setup: 'VerifyYourIdentity' })
  })

  it.each<[string, string, Buffer, number, string]>(
    firstOf(4, [
      ['a program that is called a picture', 'me.jpg', program, 415, 'unsupported_media_type'],
      ['a program', 'me.exe', program, 415, 'unsupported_media_type'],
      ['a picture that is called a PDF', 'me.pdf', samplePng(), 415, 'unsupported_media_type'],
      ['a page that is called a picture', 'me.png', Buffer.from('<svg/>'), 415, 'unsupported_media_type'],
      [
        'a picture with an archive behind it',
        'me.png',
        Buffer.concat([samplePng(), emptyArchive()]),
        415,
        'unsupported_media_type',
      ],
      [
        'a page that is a PDF too',
        'me.pdf',
        Buffer.concat([Buffer.from('<html>'), pdf]),
        415,
        'unsupported_media_type',
      ],
      ['malware', 'me.pdf', samplePdf(scannersTestText), 415, 'unsupported_media_type'],
      ['nothing at all', 'me.pdf', Buffer.alloc(0), 400, 'invalid_request'],
      ['11 MB', 'me.pdf', samplePdf('', largestFileBytes + 1024 * 1024), 413, 'payload_too_large'],
    ]),
  )('is refused and leaves nothing behind: %s', async (_, name, bytes, status, code) => {
    const reply = await refused.handIn(name, bytes)
    expect([reply.status, reply.body.code]).toEqual([status, code])
  })

  it.each<[string, Record<string, string>]>(
    firstOf(3, [
      ['is refused without consent', { identification: good.identification }],
      ['is refused when consent is denied', { ...good, idCheckConsent: 'false' }],
      ['is refused without a document', { idCheckConsent: 'true' }],
      ['is refused with broken JSON', { ...good, identification: '{' }],
      ['is refused with other JSON', { ...good, identification: '[]' }],
      ['is refused with an incomplete licence', { ...good, identification: '{"type":"DriversLicense"}' }],
      [
        'is refused with a number of dashes only',
        { ...good, identification: JSON.stringify({ ...licence, driversLicenseNo: '--' }) },
      ],
      ['is refused with an extra field', { ...good, note: 'hello' }],
    ]),
  )('%s', async (_, fields) => {
    const reply = await refused.handIn('me.pdf', pdf, fields)
    expect([reply.status, reply.body.code]).toEqual([400, 'invalid_request'])
    expect(JSON.stringify(reply.body)).not.toContain('12 345 678')
  })

  it.each(firstOf(1, [['status:500'], ['malformed'], ['drop']]))(
    'is refused while the scanner fails: %s',
    async (action) => {
      await server.sandboxApi('faults', { provider: 'scanner', action })
      const reply = await refused.handIn('me.pdf', pdf)
      expect([reply.status, reply.body.code]).toEqual([503, 'unavailable'])
    },
  )

  it('is refused without a session, from another family, or from another site', async () => {
    const other = await parent()
    const as = (authorization: string) => refused.handIn('me.pdf', pdf, good, { authorization })
    expect((await as('Bearer x')).status).toBe(401)
    expect((await as(other.headers.authorization)).status).toBe(403)
    expect((await refused.handIn('me.pdf', pdf, good, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect(await other.rows()).toEqual(nothing)
  })

  it('leaves nothing behind when the connection breaks', async () => {
    const opening = [
      ...Object.entries(good).map(
        ([name, text]) => `--edge\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
      ),
      '--edge\r\ncontent-disposition: form-data; name="file"; filename="me.pdf"\r\n\r\n',
    ].join('')
    const body = opening + pdf.toString('latin1')
    const head = [
      `POST ${refused.path}/manual HTTP/1.1`,
      'host: larkwell',
      ...Object.entries(refused.headers).map(([name, value]) => `${name}: ${value}`),
      'content-type: multipart/form-data; boundary=edge',
      `content-length: ${body.length}`,
      '\r\n',
    ].join('\r\n')
    const { hostname, port } = new URL(server.url)
    const reply = await new Promise<string>((resolve) => {
      const line = connect(Number(port), hostname)
      line.write(head + body)
      line.on('data', (answer) => {
        resolve(answer.toString())
        line.destroy()
      })
    })
    expect(reply).toMatch(/^HTTP\/1\.1 400 /)
  })
})

describe('A copy of a document', () => {
  it.each(
    firstOf(1, [
      ['a PDF', '12345678.pdf', pdf, 'application/pdf', 'Drivers licence.pdf'],
      ['a PNG', 'Licence front.PNG', samplePng(), 'image/png', 'Drivers licence.png'],
      ['a photo', 'IMG_0001.jpg', sampleJpeg(), 'image/jpeg', 'Drivers licence.jpg'],
      ['a photo by its other name', 'IMG_0001.jpeg', sampleJpeg(), 'image/jpeg', 'Drivers licence.jpg'],
    ]),
  )(
    'waits for staff, encrypted and under our own file name: %s',
    async (_, name, bytes, contentType, ours) => {
      const they = await parent()
      await they.check('N1234000')
      expect((await they.state()).step).toBe('Upload')
      const reply = await they.handIn(name, bytes)
      expect([reply.status, reply.body]).toEqual([200, {}])
      expect(await they.rows()).toEqual({ ...one, consents: 2 })
      const copy = await they.copy()
      expect(copy).toMatchObject({
        documentType: 'DriversLicense',
        outcome: null,
        askedBy: they.customerId,
        givenBy: they.customerId,
        ip: '127.0.0.1',
        review: 'Open',
        fileKey: 'local',
      })
      expect(copy.content.equals(bytes)).toBe(false)
      const file = await openFile(db, deps, { accountId: they.accountId, id: copy.fileId })
      expect([file.name, file.contentType, file.bytes.equals(bytes)]).toEqual([ours, contentType, true])
      expect(await they.status()).toMatchObject({ setup: 'ManualReview' })
      expect(await they.state()).toMatchObject({ step: 'InReview', rejection: null })
      const auditEvents = await db.many(sql`
      select actor_id as "actorId", details from audit_event
      where subject_id = ${they.accountId} and action = 'IdentityCopyHandedIn'`)
      expect(auditEvents).toEqual([
        { actorId: they.customerId, details: { identityCheckId: copy.id, document: 'DriversLicense' } },
      ])
    },
  )

  itLong('is accepted when no check reached us', async () => {
    const they = await parent()
    expect((await they.handIn('a.pdf', pdf)).status).toBe(200)
    expect((await they.state()).step).toBe('InReview')
  })

  it('shows staff the details to compare it with', async () => {
    const they = await parent()
    await they.check('N1234000')
    await they.handIn('a.pdf', pdf)
    const { id } = await they.copy()
    const review = await readIdentityReview(deps, { accountId: they.accountId, checkId: id })
    expect(review).toMatchObject({
      accountId: they.accountId,
      customerName: 'Olivia Bennett',
      birthDate: null,
      currentAddress: expect.stringMatching(/\d/),
      document: licence,
      checks: [
        { manner: 'Automatic', outcome: 'Fail', reference: expect.any(String), failure: 'NO_MATCH' },
        { manner: 'Manual', outcome: 'Waiting', reference: null, failure: null },
      ],
    })
    const otherAccount = { accountId: refused.accountId, checkId: id }
    await expect(readIdentityReview(deps, otherAccount)).rejects.toThrow('not_found')
  })

  it('is stored once, however often it is sent', async () => {
    const they = await parent()
    const replies = await Promise.all([they.handIn('a.pdf', pdf), they.handIn('a.pdf', pdf)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await they.handIn('b.pdf', samplePdf('Another'))).body.code).toBe('not_possible')
    expect(await they.rows()).toEqual(one)
  })

  it('is accepted: the step is done, and a product change continues', async () => {
    const they = await parent(switching)
    await they.handIn('a.pdf', pdf)
    // The banner must not appear again during the review.
    expect(await they.status()).toMatchObject({ change: 'Processing' })
    const { reviewId } = await they.copy()
    const decided = await call(`POST /api/staff/reviews/${reviewId}/approve`, {
      token: staff.token,
      body: { reason: 'Matches', comparison: foundSame },
    })
    expect(decided.status).toBe(200)
    expect(await they.status()).toMatchObject({ change: 'Processing' })
    expect(await they.state()).toMatchObject({ step: 'NotNeeded', rejection: null })
  })

  it.each<[string, Account]>(
    firstOf(1, [
      ['while an account is set up', toIdentify],
      ['for a new product', switching],
    ]),
  )('is rejected: the family reads why and tries again, %s', async (_, account) => {
    const they = await parent(account)
    await they.check('N1234000')
    await they.handIn('a.pdf', pdf)
    const { reviewId } = await they.copy()
    await call(`POST /api/staff/reviews/${reviewId}/decline`, {
      token: staff.token,
      body: { reason: 'The card number cannot be read.' },
    })
    const on = expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/)
    const rejection = { reason: 'The card number cannot be read.', on }
    expect(await they.state()).toMatchObject({ step: 'Upload', checksLeft: 2, rejection })
    await they.check('N1234000')
    expect(await they.state()).toMatchObject({ step: 'Upload', checksLeft: 1, rejection })
    expect((await they.handIn('b.pdf', samplePdf('Sharper'))).status).toBe(200)
    const { id: checkId } = await they.copy()
    const { checks } = await readIdentityReview(deps, { accountId: they.accountId, checkId })
    expect(checks.map(({ failure }) => failure)).toEqual(['NO_MATCH', rejection.reason, 'NO_MATCH', null])
    expect(await they.state()).toMatchObject({ step: 'InReview', rejection: null })
  })

  itLong('that was rejected is not mentioned once the issuer has confirmed the document', async () => {
    const they = await parent(switching)
    await they.handIn('a.pdf', pdf)
    const { reviewId } = await they.copy()
    const body = { reason: 'It is blurred.' }
    await call(`POST /api/staff/reviews/${reviewId}/decline`, { token: staff.token, body })
    expect((await they.check('N1234567')).body).toEqual({ status: 'Pass' })
    // The identity check is required again, years later.
    await db.run(sql`
      update product_change set status = 'VerifyYourIdentity' where account_id = ${they.accountId}`)
    expect(await they.state()).toMatchObject({ step: 'Check', rejection: null })
  })
})
