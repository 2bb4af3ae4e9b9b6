import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { dateIn } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import { visaCredit } from '#tools/demo/sources.ts'
import { enterCard } from '#tools/testing/card-form.ts'
import { firstOf, isLong } from '#tools/testing/long.ts'
import { addPayer, expectSoundLedger } from '#tools/testing/payments.ts'
import { linkOf } from '#tools/testing/request-link.ts'
import { startBeside } from '#tools/testing/server-process.ts'
import { callTo, testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { buildApp } from '../../app/app.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'
import { chaseOverdue } from '../../plans/repayments/chase-overdue.ts'
import { hashOfLink, linkOpener, newLink, openLink, payUrlOf } from './request-links.ts'
import { findLink } from './request-links.store.ts'

const server = await testServer()
const { call, deps } = server
const { db } = deps
const { token: staff } = await addStaff(server, 'operations')
const { token: admin } = await addStaff(server, 'admin')
const day = 24 * 60 * 60_000
const dueOn = dateIn('AU', new Date(deps.clock().getTime() + 14 * day))
const reason = 'The school asks'
const guesses = isLong ? 10_000 : 50

afterEach(() => expectSoundLedger(server))

/** Everything that the database holds, row by row, as text. Bytes are there in hexadecimal. */
async function wholeDatabase(): Promise<string> {
  const tables = await db.many<{ name: string }>(sql`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`)
  const texts: string[] = []
  for (const { name } of tables) {
    const everything = { name: '', text: `select t::text as row from ${name} t`, values: [] } as Statement
    texts.push(name, ...(await db.many<{ row: string }>(everything)).map(({ row }) => row))
  }
  return texts.join('\n')
}

/** The same secret in the ways in which a column could hold it. */
const formsOf = (link: string) => [
  link,
  encodeURIComponent(link),
  Buffer.from(link).toString('hex'),
  Buffer.from(link).toString('base64').replace(/=+$/, ''),
]

describe('The secret of a link', () => {
  const places = isLong ? 'in the database and in no log' : 'in the database'
  it(`lies nowhere ${places}, however the request was made and whatever was done with it`, async () => {
    // A process of its own, for its log.
    const beside = isLong ? await startBeside(server, { LOG_LEVEL: 'trace' }) : undefined
    const url = beside?.url ?? server.url
    const calling = callTo(url)
    const payer = await addPayer(server, { sources: [visaCredit()] })
    const { accountId, email, mobile } = payer
    const shortId = payer.accounts[0]?.shortId ?? ''
    const made = await calling('POST /api/staff/payment-requests', {
      token: staff,
      body: { accountId, amount: 480.5, dueOn, showsBreakdown: true, reason },
    })
    await fetch(`${url}/api/staff/imports/payment-requests?reason=Camp`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv', authorization: `Bearer ${staff}` },
      body: `account,amount,due_on\n${shortId},120.00,${dueOn}\n`,
    }).then((reply) => reply.text())
    await db.run(sql`
      update instalment set status = 'Overdue' where account_id = ${accountId} and status = 'Scheduled'
        and seq = (select min(seq) from instalment where account_id = ${accountId} and status = 'Scheduled')`)
    expect(await chaseOverdue(deps)).toBe(1)
    const ids = await db.many<{ id: string }>(sql`
      select id from payment_request where account_id = ${accountId} order by created_at`)
    const links = await Promise.all(ids.map(({ id }) => linkOf(deps, id)))
    expect(links).toHaveLength(3)
    const [asked = '', imported = '', overdue = ''] = links
    expect(JSON.stringify(made.body)).not.toContain(asked)

    // Every one of them reaches the family, and opens.
    await expect
      .poll(async () => {
        const reply = await fetch(`${server.sandboxUrl}/_sandbox/api/messages?to=${email}&limit=20`)
        const { messages } = (await reply.json()) as { messages: { links?: string[] }[] }
        return new Set(
          messages.flatMap((message) => message.links ?? []).filter((link) => /request=/.test(link)),
        )
      })
      .toEqual(new Set(links.map((link) => `${deps.config.portalOrigin}/pay-now?request=${link}`)))
    await expect.poll(async () => (await server.message(mobile, 'sms')).text).toContain(`request=${overdue}`)
    for (const link of links) {
      const details = await calling(`GET /api/portal/guest/payment-page-details?request=${link}`)
      expect(details.status).toBe(200)
    }

    const headers = { 'X-Larkwell-Client-Req-Id': randomUUID() }
    // Its card form is served by this process.
    const details = await call(`GET /api/portal/guest/payment-page-details?request=${asked}`)
    expect(
      (await calling(`GET /api/portal/guest/payment-page-breakdown?request=${asked}&amount=480.5`)).status,
    ).toBe(200)
    const session = await calling('POST /api/portal/guest/stripe-checkout-session', {
      body: {
        repaymentRequestId: imported,
        amount: 120,
        returnUrl: `${deps.config.portalOrigin}/pay-now?request=${imported}`,
      },
      headers,
    })
    expect(session.status).toBe(200)
    const paid = await calling('POST /api/portal/guest/payments', {
      body: {
        token: await enterCard(server, details.body.tokenizationUrl),
        amount: 480.5,
        larkwellId: payer.instId,
        shortId,
        email: details.body.accountInfo.email,
        repaymentRequestId: asked,
      },
      headers,
    })
    expect([paid.status, paid.body.status]).toEqual([200, 'Succeeded'])
    for (const verb of ['resend', 'cancel']) {
      const reply = await calling(`POST /api/staff/payment-requests/${ids[1]?.id}/${verb}`, {
        token: staff,
        body: { reason },
      })
      expect(reply.status).toBe(200)
    }
    // A fault of ours, with a stack in the log, and one that a browser tells of.
    await db.run(sql`
      update payment_request set institution_id = (select id from institution where name = 'Banksia Grammar')
      where id = ${ids[2]?.id}`)
    expect((await calling(`GET /api/portal/guest/payment-page-details?request=${overdue}`)).status).toBe(500)
    const told = await calling('POST /api/client-errors', {
      body: {
        message: `Failed to load /pay-now?request=${overdue}`,
        path: '/pay-now',
        stack: `Error\n at pay (https://portal.example/pay-now?request=${overdue}:1:2)`,
      },
      headers: { referer: `${deps.config.portalOrigin}/pay-now?request=${overdue}` },
    })
    expect(told.status).toBe(200)
    await server.sandboxApi('webhooks/flush')
    beside?.child.kill('SIGTERM')
    await beside?.exit

    const everything = await wholeDatabase()
    for (const { id } of ids) expect(everything).toContain(id)
    if (beside) expect(beside.output()).toContain('payment-page-details')
    for (const form of links.flatMap(formsOf)) {
      expect(everything.includes(form), form).toBe(false)
      if (beside) expect(beside.output().includes(form), form).toBe(false)
    }
  })

  it('is in no message that staff look at, and is sent again by them', async () => {
    const { accountId, email } = await addPayer(server)
    const made = await call('POST /api/staff/payment-requests', {
      token: staff,
      body: { accountId, amount: 75, dueOn, reason },
    })
    await server.message(email, 'email')
    const [row] = await db.many<{ id: string }>(sql`
      select id from outbox_message where account_id = ${accountId} and kind = 'PaymentRequest'`)
    await expect
      .poll(async () => (await call(`GET /api/staff/outbox/${row?.id}`, { token: admin })).body.status)
      .toBe('Sent')
    const shown = await call(`GET /api/staff/outbox/${row?.id}`, { token: admin })
    expect(shown.body.text).toContain('$75.00')
    const link = await linkOf(deps, made.body.id)
    expect(JSON.stringify(shown.body)).not.toContain(link)

    await db.run(sql`update outbox_message set status = 'Refused' where id = ${row?.id}`)
    const before = await server.message(email, 'email')
    const again = await call(`POST /api/staff/outbox/${row?.id}/resend`, { token: admin, body: { reason } })
    expect(again.status).toBe(200)
    const mail = await server.message(email, 'email', before.seq)
    expect(mail.links).toContain(payUrlOf(deps.config, link))
  })

  it('is sealed by the newest key, for its own row', async () => {
    const link = `sealed-${randomUUID()}`
    const { requestIds } = await addPayer(server, { requests: [{ id: link, amountDue: cents(5_000) }] })
    const before = await findLink(db, requestIds[0] ?? '')
    if (!before) throw new Error('There is no such request')
    expect(before.keyId).toBe('local')
    expect(openLink(deps.config, before)).toBe(link)
    expect(() => openLink(deps.config, { ...before, id: randomUUID() })).toThrow()
    // One that was opened before opens again, still in its own row alone.
    const open = linkOpener(deps.config)
    expect([open(before), open(before)]).toEqual([link, link])
    expect(() => open({ ...before, id: randomUUID() })).toThrow()
    expect(() => open({ ...before, keyId: 'new' })).toThrow(/not configured/)
  })
})

describe('A link that nobody has', () => {
  const paths = (link: string) => [
    `payment-page-details?request=${link}`,
    `payment-page-breakdown?request=${link}&amount=10`,
    `invoice?request=${link}`,
  ]
  const { id, ...answer } = {
    id: expect.any(String),
    status: 404,
    body: { code: 'not_found', msg: expect.any(String) },
  }

  it.each([
    ['an empty one', ''],
    ['a short one', 'x'],
    ['sixty-four characters', 'x'.repeat(64)],
    ['two hundred', 'x'.repeat(200)],
    ['other scripts', 'Grüße-日本語-🙂'],
    ['SQL', `' or 1=1 --`],
    ['a path', '../../etc/passwd'],
    ['a zero', 'a\0b'],
    ['half a character', '\ud800'],
  ])('is not found, and the answer says nothing else: %s', async (_, link) => {
    const replies = await Promise.all(
      paths(encodeURIComponent(link.toWellFormed())).map((path) => call(`GET /api/portal/guest/${path}`)),
    )
    for (const { status, body, headers } of replies) {
      expect({ status, body }).toEqual(answer)
      expect(headers.get('x-request-id')).toEqual(id)
      expect(headers.get('x-larkwell-region')).toBeNull()
    }
  })

  it('is not the id of a request, nor its hash', async () => {
    const link = `real-${randomUUID()}`
    const { requestIds } = await addPayer(server, { requests: [{ id: link, amountDue: cents(5_000) }] })
    const hash = hashOfLink(link)
    const wrong = [
      requestIds[0],
      hash.toString('hex'),
      hash.toString('base64url'),
      link.toUpperCase(),
      `${link} `,
    ]
    for (const typed of wrong) {
      const reply = await call(
        `GET /api/portal/guest/payment-page-details?request=${encodeURIComponent(typed ?? '')}`,
      )
      expect(reply.status).toBe(404)
    }
  })

  it(`is what ${guesses} guesses find, each answered like the other`, async () => {
    const app = await buildApp(deps)
    const shapes = new Map<string, number>()
    const guess = async (place: number) => {
      const { statusCode, body, headers } = await app.inject({
        url: `/api/portal/guest/payment-page-details?request=${newLink()}`,
        remoteAddress: `10.9.${place >> 7}.${place & 127}`,
      })
      const { date: _, 'x-request-id': __, ...others } = headers
      const shape = JSON.stringify([statusCode, body, others])
      shapes.set(shape, (shapes.get(shape) ?? 0) + 1)
    }
    for (let begun = 0; begun < guesses; begun += 50)
      await Promise.all(Array.from({ length: 50 }, (_, place) => guess(begun + place)))
    expect([...shapes.values()]).toEqual([guesses])
    expect([...shapes.keys()][0]).toMatch(/^\[404,/)
    await app.close()
  })
})

describe('A request that is closed', () => {
  it.each(
    firstOf(1, [
      ['Paid', 409, 'request_paid'],
      ['Cancelled', 410, 'request_cancelled'],
      ['Expired', 410, 'request_expired'],
    ] as const),
  )('says to anyone with its link that it is: %s', async (status, code, name) => {
    const link = `closed-${randomUUID()}`
    await addPayer(server, {
      school: 'Oakfield School',
      requests: [{ id: link, amountDue: cents(5_000), status }],
    })
    for (const path of [
      `payment-page-details?request=${link}`,
      `payment-page-breakdown?request=${link}&amount=50`,
      `invoice?request=${link}`,
    ]) {
      const reply = await call(`GET /api/portal/guest/${path}`)
      expect([reply.status, reply.body.code]).toEqual([code, name])
      const shown = ['code', 'msg', ...(status === 'Paid' ? ['payment'] : []), 'request']
      expect(Object.keys(reply.body)).toEqual(shown)
      expect(reply.headers.get('x-larkwell-region')).toBe('UK')
    }
  })

  it('is so the moment its time is over, before any job has said so', async () => {
    const link = `late-${randomUUID()}`
    const { requestIds } = await addPayer(server, { requests: [{ id: link, amountDue: cents(5_000) }] })
    await db.run(sql`update payment_request set expires_at = ${deps.clock()} where id = ${requestIds[0]}`)
    const reply = await call(`GET /api/portal/guest/payment-page-details?request=${link}`)
    expect([reply.status, reply.body.code]).toEqual([410, 'request_expired'])
  })
})
