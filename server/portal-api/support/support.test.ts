import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addFamily } from '#tools/testing/family.ts'
import { firstOf } from '#tools/testing/long.ts'
import { itLong } from '#tools/testing/long-tests.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'
import { readRateLimits } from '../../platform/rate-limit/limits.ts'
import { purge } from '../../people/retention/purge.ts'

// Limits are as in production, and each test comes from an address of its own.
const server = await testServer({ rateLimits: readRateLimits(), trustedProxies: ['127.0.0.1'] })
const { call, deps, message } = server
const staff = await addStaff(server, 'support')
const house = { AU: 'help@larkwell.example', UK: 'help.uk@larkwell.example' }

let people = 0
/** Somebody at a computer of their own. */
function person(region = 'AU') {
  people += 1
  const headers = { 'X-Forwarded-For': `10.0.0.${people}`, 'X-Larkwell-Region': region }
  const post = (path: string, body: object, token?: string) =>
    call(`POST /api/${path}`, { body, headers, ...(token !== undefined && { token }) })
  return {
    post,
    begin: (email: string, text: string, more: object = {}) => post('support/chat', { email, text, ...more }),
    read: (key: string) => post('support/chat/messages', { key }),
    report: (body: object, token?: string) => post('client-errors', { path: '/login', ...body }, token),
  }
}

async function parent(region: 'AU' | 'UK' = 'AU') {
  people += 1
  const email = `chat${people}@demo.example`
  const mobile = `+6149157${3000 + people}`
  const family = await addFamily(server, { email, mobile, region })
  const token = await sessionOf(family.customerId, email)
  return {
    ...family,
    email,
    token,
    shortId: family.accounts[0]?.shortId ?? '',
    say: (text: string, messageId?: string) =>
      call('POST /api/portal/customer/chat', { token, body: { text, messageId } }),
    chat: async () => (await call('GET /api/portal/customer/chat', { token })).body,
  }
}

/** As after logging in, without a code for each of many. */
async function sessionOf(customerId: string, email: string) {
  const now = deps.clock()
  const [sid, hour] = [randomUUID(), 60 * 60_000]
  await deps.db.run(sql`
    insert into session (customer_id, id, proof, created_at, expires_at)
    values (${customerId}, ${sid}, 'Code', ${now}, ${new Date(now.getTime() + hour)})`)
  return deps.tokens.sign('session', { sub: customerId, sid, email, name: 'O', accounts: [] }, now, hour)
}

type Mail = { id: string; text: string }
/** The mail that tells support of a text. */
async function mailAbout(text: string, region: 'AU' | 'UK' = 'AU'): Promise<Mail & { raw: string }> {
  const find = async () => {
    const query = new URLSearchParams({ to: house[region], kind: 'email', limit: '100' })
    const reply = await fetch(`${server.sandboxUrl}/_sandbox/api/messages?${query.toString()}`)
    const { messages } = (await reply.json()) as { messages: Mail[] }
    return messages.filter((mail) => mail.text.includes(text))
  }
  await expect.poll(async () => (await find()).length).toBe(1)
  const [mail] = await find()
  const raw = await fetch(`${server.sandboxUrl}/_sandbox/api/messages/${mail?.id}/raw`)
  return { ...mail!, raw: await raw.text() }
}

const conversations = async () =>
  (await call('GET /api/staff/conversations?limit=200', { token: staff.token })).body as {
    id: string
    customerId: string | null
    email: string
  }[]
const answer = (id: string, text: string) =>
  call(`POST /api/staff/conversations/${id}/reply`, {
    token: staff.token,
    body: { text, reason: 'They asked' },
  })

describe('A customer', () => {
  it('writes to support, who are told by mail and answer in the panel', async () => {
    const olivia = await parent()
    expect(await olivia.chat()).toEqual([])
    const { status, body } = await olivia.say('  Where is my\ninvoice?  ')
    expect([status, body]).toEqual([
      200,
      {
        id: expect.any(String),
        author: 'Customer',
        text: 'Where is my\ninvoice?',
        sentAt: expect.any(String),
      },
    ])

    const conversation = (await conversations()).find(({ customerId }) => customerId === olivia.customerId)
    const mail = await mailAbout('invoice?')
    for (const words of ['Olivia Bennett', olivia.email, olivia.shortId, `reply ${conversation?.id}`])
      expect(mail.text).toContain(words)
    expect(mail.raw).toMatch(new RegExp(`^Reply-To: ${olivia.email}\\r?$`, 'm'))

    await answer(conversation?.id ?? '', 'Under Statements.')
    expect(await olivia.chat()).toMatchObject([
      body,
      { author: 'Staff', text: 'Under Statements.', sentAt: expect.any(String) },
    ])
    expect((await message(olivia.email, 'email')).text).toContain('Hello Olivia,')
    const trail = await deps.db.many(sql`
      select action, actor_kind as kind, details ->> 'conversationId' as conversation from audit_event
      where subject_id = ${olivia.customerId} and action <> 'ConversationsListed' order by at`)
    expect(trail).toEqual([
      { action: 'SupportAsked', kind: 'Customer', conversation: conversation?.id },
      { action: 'CustomerAnswered', kind: 'Staff', conversation: conversation?.id },
    ])
  })

  it('reaches the people of their own region, wherever they are', async () => {
    const harriet = await parent('UK')
    await harriet.say('Good afternoon from Guildford')
    expect((await mailAbout('from Guildford', 'UK')).text).toContain(harriet.shortId)
  })

  it('says a thing once, however often it arrives', async () => {
    const olivia = await parent()
    const id = randomUUID()
    const replies = await Promise.all([1, 2, 3].map(() => olivia.say('Said but once', id)))
    const first = replies[0]?.body
    expect(first.id).toBe(id)
    expect(replies.map(({ body }) => body)).toEqual([first, first, first])
    expect(await olivia.chat()).toEqual([first])
    await mailAbout('Said but once')
  })

  itLong('sees the newest two hundred messages, oldest first', async () => {
    const olivia = await parent()
    await olivia.say('The first')
    await deps.db.run(sql`
      insert into conversation_message (conversation_id, id, author, author_id, body, created_at)
      select id, gen_random_uuid(), 'Customer', customer_id, 'No. ' || n, created_at + n * interval '1 second'
      from conversation, generate_series(1, 200) as n where customer_id = ${olivia.customerId}`)
    const texts = (await olivia.chat()).map(({ text }: { text: string }) => text)
    expect([texts.length, texts[0], texts.at(-1)]).toEqual([200, 'No. 1', 'No. 200'])
  })

  itLong('writes twenty times a minute at most', async () => {
    const olivia = await parent()
    const id = randomUUID()
    for (let time = 0; time < 20; time += 1) expect((await olivia.say('Again', id)).status).toBe(200)
    const reply = await olivia.say('Again', id)
    expect([reply.status, reply.body.code]).toEqual([429, 'rate_limited'])
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it.each([
    ['nothing', '   ', 'text'],
    ['more than two thousand characters', 'a'.repeat(2001), 'text'],
    ['what no database keeps', 'a\0b', 'body'],
  ])('does not say %s', async (_, text, field) => {
    const { status, body } = await (await parent()).say(text)
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
  })

  it('is not spoken for by staff, who may read', async () => {
    const olivia = await parent()
    await olivia.say('It is me')
    const { body } = await call(`POST /api/staff/customers/${olivia.customerId}/impersonation`, {
      token: staff.token,
      body: { reason: 'Looks strange' },
    })
    const link = new URL(body.url).searchParams.get('token')
    const { token } = (await call('POST /api/auth/customer/token-login', { body: { token: link } })).body
    expect((await call('GET /api/portal/customer/chat', { token })).body).toHaveLength(1)
    const refused = await call('POST /api/portal/customer/chat', { token, body: { text: 'I pay now' } })
    expect([refused.status, refused.body.code]).toEqual([403, 'not_by_staff'])
    expect(await olivia.chat()).toHaveLength(1)
  })
})

describe('A visitor', () => {
  it('writes without a session, reads the answer with the key, and gets it by mail', async () => {
    const visitor = person('UK')
    const { status, body } = await visitor.begin(' Nora@Visitor.example ', 'I cannot log in')
    expect([status, body]).toMatchObject([
      200,
      { key: expect.stringMatching(/^[\w-]{43}$/), message: { author: 'Customer', text: 'I cannot log in' } },
    ])
    const mail = await mailAbout('I cannot log in', 'UK')
    expect(mail.text).toMatch(/visitor[\s\S]*was not logged in[\s\S]*nora@visitor\.example/)
    expect(mail.raw).toMatch(/^Reply-To: nora@visitor\.example\r?$/m)
    expect(mail.raw).not.toContain(body.key)

    const more = await visitor.begin('nora@visitor.example', 'Are you there?', { key: body.key })
    expect(more.body).toMatchObject({ key: body.key, message: { text: 'Are you there?' } })
    const conversation = (await conversations()).find(({ email }) => email === 'nora@visitor.example')
    expect(conversation).toMatchObject({ customerId: null, name: 'Visitor', shortIds: [], isAnswered: false })
    const answered = await answer(conversation?.id ?? '', 'Yes. Which address do you use?')
    expect(answered.body.messages.map(({ name }: { name: string }) => name)).toEqual([
      'Visitor',
      'Visitor',
      'Sam support',
    ])
    expect((await visitor.read(body.key)).body).toMatchObject([
      { text: 'I cannot log in' },
      { text: 'Are you there?' },
      { author: 'Staff', text: 'Yes. Which address do you use?' },
    ])
    expect((await message('nora@visitor.example', 'email')).text).toMatch(
      /^[\s\S]*Hello,[\s\S]*Which address/,
    )
    const kept = await deps.db.many<{ key: string }>(sql`select key_hash as key from conversation`)
    expect(kept.map(({ key }) => key)).not.toContain(body.key)
  })

  it('is forgotten half a year after the last word, and a customer is not', async () => {
    const visitor = person()
    const { body } = await visitor.begin('quiet@visitor.example', 'Nobody answers')
    const inDays = (days: number) => new Date(deps.clock().getTime() + days * 24 * 60 * 60_000)
    await purge(deps.db, 'visitor conversations', inDays(179))
    expect((await visitor.read(body.key)).status).toBe(200)
    const ofCustomers = () =>
      deps.db.many(sql`select id from conversation where customer_id is not null order by id`)
    const before = await ofCustomers()
    expect(await purge(deps.db, 'visitor conversations', inDays(181))).toBeGreaterThan(0)
    expect((await visitor.read(body.key)).status).toBe(404)
    expect([before.length > 0, await ofCustomers()]).toEqual([true, before])
  })

  it('who names the address of a customer learns nothing of them, and shows nothing of them', async () => {
    const olivia = await parent()
    await olivia.say('My own secret')
    const { body } = await person().begin(olivia.email, 'It is Olivia. What is my balance?')
    const all = (await conversations()).filter(({ email }) => email === olivia.email)
    expect(all.map(({ customerId }) => customerId).toSorted()).toEqual([olivia.customerId, null].toSorted())
    const visitors = all.find(({ customerId }) => customerId === null)
    expect(visitors).toMatchObject({ name: 'Visitor', shortIds: [] })
    const shown = await answer(visitors?.id ?? '', 'Please log in first.')
    expect(JSON.stringify(shown.body)).not.toMatch(new RegExp(`Olivia Bennett|${olivia.shortId}|secret`))
    const { text } = await message(olivia.email, 'email')
    expect(text).toContain('Please log in first.')
    expect(text).not.toMatch(new RegExp(`Hello Olivia|${olivia.shortId}|secret`))
    expect((await person().read(body.key)).body).toHaveLength(2)
    expect(await olivia.chat()).toHaveLength(1)
    const mail = await mailAbout('What is my balance?')
    expect(mail.text).not.toMatch(new RegExp(`Olivia Bennett|${olivia.shortId}`))
  })

  it('reads and writes nothing with a key that nobody was given', async () => {
    const [visitor, key] = [person(), randomBytes(32).toString('base64url')]
    const replies = [await visitor.read(key), await visitor.begin('x@visitor.example', 'Hello', { key })]
    for (const { status, body } of replies) expect([status, body.code]).toEqual([404, 'not_found'])
    expect((await conversations()).some(({ email }) => email === 'x@visitor.example')).toBe(false)
  })

  it('says a thing once, however often it arrives, and may mend their address', async () => {
    const visitor = person()
    const { key } = (await visitor.begin('tipo@visitor.example', 'Hello')).body
    const messageId = randomUUID()
    for (const _ of [1, 2]) await visitor.begin('typo@visitor.example', 'Mended', { key, messageId })
    expect((await visitor.read(key)).body).toHaveLength(2)
    const addresses = (await conversations()).map(({ email }) => email)
    expect(addresses).toContain('typo@visitor.example')
    expect(addresses).not.toContain('tipo@visitor.example')
  })

  it.each(
    firstOf(2, [
      'nobody',
      'a@b',
      'a@b.example\r\nBcc: c@d.example',
      'a@b.example, c@d.example',
      'A <a@b.example>',
      '@b.example',
      '"a b"@c.example',
    ]),
  )('does not write as %j', async (email) => {
    const { status, body } = await person().begin(email, 'Hello')
    expect([status, Object.keys(body.fields)]).toEqual([400, ['email']])
  })

  itLong('begins five conversations an hour at most, by computer and by address of mail', async () => {
    const visitor = person()
    for (let time = 0; time < 5; time += 1)
      expect((await visitor.begin(`n${time}@visitor.example`, 'Hi')).status).toBe(200)
    expect((await visitor.begin('n5@visitor.example', 'Hi')).status).toBe(429)
    for (let time = 0; time < 5; time += 1)
      expect((await person().begin('many@visitor.example', 'Hi')).status).toBe(200)
    expect((await person().begin('many@visitor.example', 'Hi')).status).toBe(429)
  })

  itLong('goes on twenty times a minute at most', async () => {
    const { key } = (await person().begin('quick@visitor.example', 'Hi')).body
    const messageId = randomUUID()
    const again = () => person().begin('quick@visitor.example', 'Hi', { key, messageId })
    for (let time = 0; time < 20; time += 1) expect((await again()).status).toBe(200)
    expect((await again()).status).toBe(429)
  })
})

type Fault = { message: string; path: string; times: number; customer: string | null; stack: string | null }
const faults = (message: string) =>
  deps.db.many<Fault & { environment: string; requestId: string | null }>(sql`
    select message, path, times, customer_id as customer, stack, environment, request_id as "requestId"
    from client_error where message like ${`${message}%`} order by at`)

describe('A fault in a browser', () => {
  it('is kept without secrets, with who met it where that is known', async () => {
    const olivia = await parent()
    const browser = person()
    const report = {
      message: 'first: refused olivia@demo.example',
      path: '/login/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.abc',
      stack: 'Error\n at load (/assets/a.js:1:2?token=abc)\n 4242 4242 4242 4242\0',
      requestId: 'r-1',
    }
    expect(await browser.report(report, olivia.token)).toMatchObject({ status: 200, body: {} })
    expect(await faults('first')).toEqual([
      {
        message: 'first: refused [e-mail]',
        path: '/login/[token]',
        times: 1,
        customer: olivia.customerId,
        stack: 'Error\n at load (/assets/a.js:1:2?token=[secret])\n [card]',
        environment: 'beta',
        requestId: 'r-1',
      },
    ])
  })

  it('is kept also where the session is over or the token is none', async () => {
    const olivia = await parent()
    await call('POST /api/auth/customer/logout', { token: olivia.token })
    const browser = person()
    for (const token of [undefined, 'nonsense', olivia.token])
      expect((await browser.report({ message: `second ${token?.length}` }, token)).status).toBe(200)
    expect((await faults('second')).map(({ customer }) => customer)).toEqual([null, null, null])
  })

  it('is one row that counts when it is the same within a minute, and another one elsewhere', async () => {
    const browser = person()
    const at = (place: string) => ({ message: 'third', stack: `Error: third\n at ${place}\n at b` })
    const minute = 60_000
    // To the beginning of a minute, so that none passes meanwhile.
    await server.travel(minute - (deps.clock().getTime() % minute))
    for (const place of ['a', 'a', 'c', 'a']) await browser.report(at(place))
    await browser.report({ ...at('a'), path: '/profile' })
    await server.travel(2 * minute)
    await browser.report(at('a'))
    const seen = (await faults('third')).map(({ path, times, stack }) => [path, times, stack?.split('\n')[1]])
    expect(seen.toSorted()).toEqual(
      [
        ['/login', 1, ' at a'],
        ['/login', 1, ' at c'],
        ['/login', 3, ' at a'],
        ['/profile', 1, ' at a'],
      ].toSorted(),
    )
  })

  itLong(
    'is heard twenty times a minute from one computer, and two thousand times an hour from all',
    async () => {
      const browser = person()
      for (let time = 0; time < 20; time += 1)
        expect((await browser.report({ message: 'fourth' })).status).toBe(200)
      expect((await browser.report({ message: 'fourth' })).status).toBe(429)
      expect((await person().report({ message: 'fourth' })).status).toBe(200)
      await deps.db.run(sql`update rate_limit set hits = 2000 where key = 'client-errors:all'`)
      expect((await person().report({ message: 'fourth' })).status).toBe(429)
      await deps.db.run(sql`delete from rate_limit where key = 'client-errors:all'`)
    },
  )

  it('is forgotten after ninety days', async () => {
    await person().report({ message: 'fifth' })
    const inDays = (days: number) => new Date(deps.clock().getTime() + days * 24 * 60 * 60_000)
    await purge(deps.db, 'client errors', inDays(89))
    expect(await faults('fifth')).toHaveLength(1)
    await purge(deps.db, 'client errors', inDays(91))
    expect(await faults('')).toEqual([])
  })

  itLong('made on purpose is a fault of the server, thirty times a minute', async () => {
    const browser = person()
    for (let time = 0; time < 30; time += 1)
      expect(await browser.post('auth/customer/test-error', {})).toMatchObject({
        status: 500,
        body: { code: 'server_error', msg: 'Oops, something went wrong.' },
      })
    expect((await browser.post('auth/customer/test-error', {})).status).toBe(429)
  })
})
