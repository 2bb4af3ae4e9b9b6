import { request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { dateIn } from '#domain/calendar/calendar.ts'
import { largestFileBytes } from '#domain/files.ts'
import { firstOf } from '#tools/testing/long.ts'
import { itLong } from '#tools/testing/long-tests.ts'
import { addPayer } from '#tools/testing/payments.ts'
import { looseLimits, looseRateLimits } from '#tools/testing/running-server.ts'
import { emptyArchive as archive, samplePdf as pdf } from '#tools/testing/sample-files.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { buildApp } from '../../app/app.ts'
import { sql } from '../../platform/database/sql.ts'
import { readRateLimits } from '../../platform/rate-limit/limits.ts'
import { forgetSettings } from '../../platform/settings/company-settings.ts'

const plenty = looseRateLimits({ uploads: 1000 })
const server = await testServer({ rateLimits: readRateLimits(plenty, looseLimits.RATE_LIMIT_SCALE) })
const { deps, call } = server
const { db } = deps
const family = await addPayer(server)
const stranger = await addPayer(server)
const staff = await addStaff(server, 'operations')
const path = `/api/portal/customer/account/${family.accountId}/invoices`
const headers = { authorization: `Bearer ${family.token}`, 'x-larkwell-region': 'AU' }

const program = Buffer.concat([
  Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0', 'latin1'),
  Buffer.alloc(400),
])
const page = Buffer.from('<html><script>alert(1)</script><!-- %PDF-1.7 -->\n%%EOF')
const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex')

type Part = [name: string, content: Buffer | string, fileName?: string]

function form(...parts: Part[]): FormData {
  const data = new FormData()
  for (const [name, content, fileName] of parts) {
    if (typeof content === 'string') data.append(name, content)
    else data.append(name, new Blob([new Uint8Array(content)]), fileName)
  }
  return data
}

const upload = async (body: FormData, more: Record<string, string> = {}) => {
  const reply = await fetch(`${server.url}${path}/upload`, {
    method: 'POST',
    headers: { ...headers, ...more },
    body,
  })
  return { status: reply.status, body: await reply.json() }
}

const rows = async () => {
  const found = await db.first<{ files: number; invoices: number; reviews: number; orphans: number }>(sql`
    select (select count(*) from stored_file) as files, (select count(*) from invoice) as invoices,
      (select count(*) from review where kind = 'Invoice') as reviews,
      (select count(*) from stored_file file where not exists (
        select from invoice where invoice.account_id = file.account_id and invoice.file_id = file.id)) as orphans`)
  return found
}
const list = async () => (await call(`GET ${path}`, { token: family.token })).body

afterEach(async () => {
  const { files, invoices, reviews, orphans } = (await rows())!
  expect([invoices, reviews, orphans]).toEqual([files, files, 0])
})

describe('An invalid invoice', () => {
  it.each<[string, Part[], number, string]>([
    ['a program that is called a PDF', [['file', program, 'invoice.pdf']], 415, 'unsupported_media_type'],
    ['a picture', [['file', png, 'invoice.png']], 415, 'unsupported_media_type'],
    ['a picture that is called a PDF', [['file', png, 'invoice.pdf']], 415, 'unsupported_media_type'],
    ['a PDF that is called a program', [['file', pdf(), 'invoice.pdf.exe']], 415, 'unsupported_media_type'],
    ['a PDF without a file extension', [['file', pdf(), 'invoice']], 415, 'unsupported_media_type'],
    ['a page with a PDF in it', [['file', page, 'invoice.pdf']], 415, 'unsupported_media_type'],
    [
      'a PDF that begins later',
      [['file', Buffer.concat([Buffer.from('#!/bin/sh\n'), pdf()]), 'a.pdf']],
      415,
      'unsupported_media_type',
    ],
    [
      'a PDF with an archive behind it',
      [['file', Buffer.concat([pdf(), archive('')]), 'a.pdf']],
      415,
      'unsupported_media_type',
    ],
    [
      'an archive that ends like a PDF',
      [['file', Buffer.concat([pdf(), archive('\n%%EOF\n')]), 'a.pdf']],
      415,
      'unsupported_media_type',
    ],
    ['a PDF that is cut off', [['file', pdf().subarray(0, 40), 'a.pdf']], 415, 'unsupported_media_type'],
    ['text', [['file', Buffer.from('Dear school'), 'a.pdf']], 415, 'unsupported_media_type'],
    ['nothing at all', [['file', Buffer.alloc(0), 'a.pdf']], 400, 'invalid_request'],
    ['a form without a file', [['note', 'hello']], 400, 'invalid_request'],
    ['a file under another name', [['attachment', pdf(), 'a.pdf']], 400, 'invalid_request'],
    [
      'two files',
      [
        ['file', pdf(), 'a.pdf'],
        ['file', pdf(), 'b.pdf'],
      ],
      400,
      'invalid_request',
    ],
    [
      'three files',
      [
        ['file', pdf(), 'a.pdf'],
        ['file', pdf(), 'b.pdf'],
        ['file', pdf(), 'c.pdf'],
      ],
      400,
      'invalid_request',
    ],
    ['more than 10 MB', [['file', pdf('Large', largestFileBytes), 'a.pdf']], 413, 'payload_too_large'],
    ['a file beside the prototype', [['__proto__', pdf(), 'a.pdf']], 400, 'invalid_request'],
  ])('is refused and leaves nothing behind: %s', async (_, parts, status, code) => {
    const reply = await upload(form(...parts))
    expect([reply.status, reply.body.code]).toEqual([status, code])
    expect(await rows()).toMatchObject({ files: 0 })
  })

  it.each(
    firstOf(1, [
      ['JSON', 'application/json', '{"file":"%PDF-"}', 415],
      ['the PDF by itself', 'application/pdf', pdf().toString('latin1'), 415],
      ['a form of another kind', 'application/x-www-form-urlencoded', 'file=%25PDF-', 415],
      ['a form without a boundary', 'multipart/form-data', 'x', 400],
      ['a malformed form', 'multipart/form-data; boundary=x', 'hello', 400],
    ]),
  )('is refused, sent as %s', async (_, type, body, status) => {
    const reply = await fetch(`${server.url}${path}/upload`, {
      method: 'POST',
      headers: { ...headers, 'content-type': type },
      body,
    })
    expect(reply.status).toBe(status)
  })

  it('is refused in words a parent understands', async () => {
    const { body } = await upload(form(['file', program, 'invoice.pdf']))
    expect(body.fields).toEqual({ file: 'Only .pdf is supported.' })
  })

  it('is refused without the region header', async () => {
    const reply = await fetch(`${server.url}${path}/upload`, {
      method: 'POST',
      headers: { authorization: headers.authorization },
      body: form(['file', pdf(), 'a.pdf']),
    })
    expect(reply.status).toBe(400)
    const foreign = await upload(form(['file', pdf(), 'a.pdf']), { 'sec-fetch-site': 'cross-site' })
    expect(foreign.status).toBe(403)
  })

  it('is refused without a session, or from another family', async () => {
    const nobody = await upload(form(['file', pdf(), 'a.pdf']), { authorization: 'Bearer x' })
    expect(nobody.status).toBe(401)
    const other = await upload(form(['file', pdf(), 'a.pdf']), { authorization: `Bearer ${stranger.token}` })
    expect(other.status).toBe(403)
  })
})

describe('An upload that does not arrive completely', () => {
  const head = (length: number) =>
    [
      `POST ${path}/upload HTTP/1.1`,
      'host: larkwell',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      'content-type: multipart/form-data; boundary=edge',
      `content-length: ${length}`,
      '',
      '',
    ].join('\r\n')
  const opening = '--edge\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n'
  const { hostname, port } = new URL(server.url)

  it('leaves nothing behind when the connection is cut', async () => {
    const line = connect(Number(port), hostname)
    line.write(head(2_000_000) + opening)
    line.write(pdf('Half of it', 900_000))
    await sleep(150)
    line.destroy()
    await sleep(150)
    expect(await rows()).toMatchObject({ files: 0 })
    expect((await call(`GET ${path}`, { token: family.token })).status).toBe(200)
  })

  it('leaves nothing behind when the form stops in the middle', async () => {
    const body = opening + pdf().toString('latin1')
    const reply = await new Promise<string>((resolve) => {
      const line = connect(Number(port), hostname)
      line.write(head(body.length) + body)
      line.on('data', (answer) => {
        resolve(answer.toString())
        line.destroy()
      })
    })
    expect(reply).toMatch(/^HTTP\/1\.1 400 /)
    expect(await rows()).toMatchObject({ files: 0 })
  })

  it('is refused before it is read when its declared size is too large', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sent = request(`${server.url}${path}/upload`, {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'multipart/form-data; boundary=edge',
          'content-length': 11_000_000,
        },
      })
      sent.on('response', (reply) => {
        resolve(reply.statusCode)
        sent.destroy()
      })
      sent.on('error', reject)
      sent.write(opening)
    })
    expect(status).toBe(413)
  })

  itLong('is cut off when it takes too long', async () => {
    const app = await buildApp(deps)
    const { requestTimeout, headersTimeout } = app.server
    expect([requestTimeout, headersTimeout]).toEqual([30_000, 15_000])
    // Shorter timeouts for the test; the server checks them as often as in production.
    Object.assign(app.server, { requestTimeout: 500, headersTimeout: 400 })
    const slow = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
    const took = await new Promise<number>((resolve) => {
      const start = performance.now()
      const line = connect(Number(slow.port), slow.hostname)
      line.write(head(2_000_000) + opening)
      const drip = setInterval(() => line.write('x'), 100)
      line.on('error', () => {})
      line.on('close', () => {
        clearInterval(drip)
        resolve(performance.now() - start)
      })
    })
    await app.close()
    expect(took).toBeLessThan(requestTimeout)
    expect(await rows()).toMatchObject({ files: 0 })
  })
})

describe('An invoice that a family uploads', () => {
  it('waits for review, is kept encrypted, and downloads as it was sent', async () => {
    const bytes = pdf('Term 2 fees', 300_000)
    const { status, body } = await upload(form(['file', bytes, 'Škola – účet 2.PDF']))
    expect([status, body]).toEqual([
      200,
      {
        id: expect.any(String),
        name: 'Škola – účet 2',
        status: 'Waiting',
        date: dateIn('AU', deps.clock()),
        sizeBytes: bytes.length,
        reason: null,
      },
    ])
    expect(await list()).toEqual([body])
    const file = await db.first<{ content: Buffer; sha256: string; keyId: string | null }>(sql`
      select content, sha256, encryption_key_id as "keyId" from stored_file`)
    expect(file?.content.includes('Term 2 fees')).toBe(false)
    expect(file?.keyId).toBe('local')
    const back = await fetch(`${server.url}${path}/${body.id}`, { headers })
    expect(decodeURIComponent(back.headers.get('x-filename') ?? '')).toBe('Škola – účet 2.pdf')
    expect(Buffer.compare(Buffer.from(await back.arrayBuffer()), bytes)).toBe(0)
    const seen = await db.many(sql`select action from audit_event where action = 'InvoiceUploaded'`)
    expect(seen).toHaveLength(1)
  })

  it('is stored once, however often the same file is sent while it waits', async () => {
    const before = await list()
    const copies = Array.from({ length: 4 }, () => upload(form(['file', pdf('Sent twice'), 'twice.pdf'])))
    const replies = await Promise.all(copies)
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    expect(await list()).toHaveLength(before.length + 1)
  })

  it.each(
    firstOf(2, [
      ['../../etc/passwd.pdf', 'passwd'],
      // Browsers send a quotation mark as %22.
      ['Term "2" fees.pdf', 'Term 2 fees'],
      [String.raw`C:\Users\me\invoice.pdf`, 'invoice'],
      ['a\u202Efdp.exe.pdf', 'afdp.exe'],
      [`${'long '.repeat(60)}.pdf`, expect.stringMatching(/^(long ){20,}long?.*$/)],
      ['<img src=x onerror=alert(1)>.pdf', 'img src=x onerror=alert(1)'],
      ['.pdf', 'Document'],
    ]),
  )('gets a safe name: %s', async (given, shown) => {
    const { body } = await upload(form(['file', pdf(given), given]))
    expect(body.name).toEqual(shown)
    expect(body.name.length).toBeLessThanOrEqual(120)
  })

  it('goes to staff, who see the file, and the family reads their decision', async () => {
    const good = (await upload(form(['file', pdf('Good'), 'good.pdf']))).body
    const bad = (await upload(form(['file', pdf('Bad'), 'bad.pdf']))).body
    const queue = await call('GET /api/staff/queue?kind=Invoice', { token: staff.token })
    const reviewOf = (name: string) => queue.body.items.find((item: { about: string }) => item.about === name)
    const file = await fetch(`${server.url}/api/staff/reviews/${reviewOf('good').id}/file`, {
      headers: { authorization: `Bearer ${staff.token}` },
    })
    expect(Buffer.compare(Buffer.from(await file.arrayBuffer()), pdf('Good'))).toBe(0)
    const decide = (name: string, verb: string, reason: string) =>
      call(`POST /api/staff/reviews/${reviewOf(name).id}/${verb}`, { token: staff.token, body: { reason } })
    expect((await decide('good', 'approve', 'All there')).status).toBe(200)
    expect((await server.message(family.email, 'email')).text).toContain('Your invoice is accepted')
    const { seq } = await server.message(family.email, 'email')
    expect((await decide('bad', 'decline', 'It is not from your school.')).status).toBe(200)
    expect((await server.message(family.email, 'email', seq)).text).toContain('It is not from your school.')
    const listed = await list()
    const stateOf = (id: string) => listed.find((invoice: { id: string }) => invoice.id === id)
    expect(stateOf(good.id)).toMatchObject({ status: 'Accepted', reason: null })
    expect(stateOf(bad.id)).toMatchObject({ status: 'Rejected', reason: 'It is not from your school.' })
    // After the decision the same file may be uploaded again.
    expect((await upload(form(['file', pdf('Bad'), 'bad.pdf']))).body.id).not.toBe(bad.id)
  })

  it('cannot be seen by another family', async () => {
    const [first] = await list()
    const wrong = `/api/portal/customer/account/${stranger.accountId}/invoices/${first.id}`
    const reply = await call(`GET ${wrong}`, { token: stranger.token })
    expect([reply.status, reply.body.code]).toEqual([404, 'not_found'])
    expect((await call(`GET ${path}/${first.id}`, { token: stranger.token })).status).toBe(403)
  })

  it('is refused where uploads are switched off', async () => {
    await db.run(sql`insert into setting (name, value) values ('uploadInvoices', 'false')`)
    forgetSettings(deps.config)
    const reply = await upload(form(['file', pdf('Off'), 'off.pdf']))
    expect([reply.status, reply.body.code]).toEqual([403, 'forbidden'])
  })
})
