import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { formatDate } from '#domain/calendar/calendar.ts'
import { addFamily } from '#tools/testing/family.ts'
import { itLong } from '#tools/testing/long-tests.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'

const server = await testServer()
const { deps } = server
const { addPlanFamily } = daysOf(server)
const support = (await addStaff(server, 'support')).token

const get = (path: string, token = support) => server.call(`GET /api/staff/${path}`, { token })
const post = (path: string, body: object = {}, token = support) =>
  server.call(`POST /api/staff/${path}`, { token, body: { reason: 'Asked for', ...body } })

/** A customer who writes to us, and staff who answer. */
async function writer(family: { email: string; token: string }) {
  const write = (text: string) =>
    server.call('POST /api/portal/customer/chat', { token: family.token, body: { text } })
  await write('Can this one wait?')
  const listed = async () =>
    ((await get('conversations?limit=200')).body as any[]).find(({ email }) => email === family.email)
  const { id } = await listed()
  return { id: id as string, write, listed }
}

describe('A conversation', () => {
  it('waits since the first message that nobody answered, the longest waiting first', async () => {
    const first = await writer(await addPlanFamily())
    await server.travel(60_000)
    const second = await writer(await addPlanFamily())
    await first.write('Are you there?')
    const since = (await first.listed()).waitingSince
    const waiting = (await get('conversations?state=Waiting&limit=200')).body as any[]
    const places = [first.id, second.id].map((id) => waiting.findIndex((each) => each.id === id))
    expect(places.every((place) => place >= 0)).toBe(true)
    await post(`conversations/${first.id}/reply`, { text: 'We are.' })
    expect(await first.listed()).toMatchObject({ waitingSince: null, isAnswered: true })
    await first.write('Thank you')
    expect(new Date((await first.listed()).waitingSince) > new Date(since)).toBe(true)
  })

  it('is closed without an answer, stays out of the queue, and opens again when they write or we want it', async () => {
    const { id, write, listed } = await writer(await addPlanFamily())
    const inQueue = async () =>
      (await get('queue?kind=Chat&limit=500')).body.items.some((item: { id: string }) => item.id === id)
    expect(await inQueue()).toBe(true)
    const closed = await post(`conversations/${id}/close`)
    expect(closed.body).toEqual({ id, closedAt: expect.any(String) })
    expect((await post(`conversations/${id}/close`)).body).toEqual(closed.body)
    expect(await listed()).toMatchObject({ waitingSince: null, closedAt: closed.body.closedAt })
    expect(await inQueue()).toBe(false)
    await write('One more thing')
    expect(await listed()).toMatchObject({ closedAt: null, waitingSince: expect.any(String) })
    await post(`conversations/${id}/close`)
    expect((await post(`conversations/${id}/reopen`)).body.closedAt).toBeNull()
    const events = await deps.db.many<{ action: string }>(sql`
      select action from audit_event
      where details ->> 'conversationId' = ${id} and action like 'Conversation%ed' order by at, id`)
    expect(events.map(({ action }) => action).filter((action) => action !== 'ConversationsListed')).toEqual([
      'ConversationClosed',
      'ConversationClosed',
      'ConversationReopened',
    ])
  })

  it('gets one answer and one mail, however often it is sent', async () => {
    const family = await addPlanFamily()
    const { id } = await writer(family)
    const messageId = randomUUID()
    const replies = await Promise.all(
      [1, 2, 3].map(() => post(`conversations/${id}/reply`, { text: 'Yes, that works.', messageId })),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(replies[0]?.body.messages.filter(({ author }: any) => author === 'Staff')).toHaveLength(1)
    // Somebody who changes the words after a lost reply must not take the new ones for sent.
    const other = await post(`conversations/${id}/reply`, { text: 'No, sorry.', messageId })
    expect(other).toMatchObject({ status: 409, body: { code: 'request_id_reused' } })
    const mails = await deps.db.many(sql`
      select from outbox_message where recipient = ${family.email} and kind = 'SupportReply'`)
    expect(mails).toHaveLength(1)
  })

  itLong(
    'comes with how the family stands, in the portal’s own figures, and with what may help',
    async () => {
      const family = await addPlanFamily()
      const { id } = await writer(family)
      const { body } = await get(`conversations/${id}/facts`)
      const overview = (
        await server.call(`GET /api/portal/customer/account/${family.accountId}/overview`, {
          token: family.token,
        })
      ).body
      expect(body.families).toMatchObject([
        {
          accountId: family.accountId,
          shortId: family.accounts[0]?.shortId,
          schoolName: 'Wattle Grove College',
          balance: overview.currentBalance,
          overdue: null,
          next: { amount: overview.nextRepayment.total, date: overview.nextRepayment.date },
          suggestions: [{ action: 'move-payment', query: { dueOn: family.next.dueOn } }],
        },
      ])
      expect(body.lastSeenAt).not.toBeNull()
      const views = await deps.db.many(sql`
      select from audit_event where subject_id = ${family.accountId} and action = 'ConversationFactsShown'`)
      expect(views).toHaveLength(1)
    },
  )

  itLong(
    'about a payment that is overdue comes with its move, and not with that of the next one',
    async () => {
      const family = await addPlanFamily()
      await deps.db.run(sql`
      update instalment set status = 'Overdue', tries = 3, failure_code = 'insufficient_funds',
        due_on = due_on - 60, collect_on = due_on - 60
      where account_id = ${family.accountId} and seq = ${family.next.seq}`)
      const overdue = await family.now()
      const { id } = await writer(family)
      const [{ suggestions }] = (await get(`conversations/${id}/facts`)).body.families
      expect(suggestions).toMatchObject([
        {
          action: 'move-payment',
          label: `Move the failed payment of ${formatDate(overdue.dueOn)}`,
          query: { dueOn: overdue.dueOn },
        },
        { action: 'hardship' },
      ])
    },
  )

  itLong('comes with the note that is pinned to the family, or else the newest', async () => {
    const family = await addPlanFamily()
    const { id } = await writer(family)
    const noted = async () => (await get(`conversations/${id}/facts`)).body.families[0].note
    expect(await noted()).toBeNull()
    await post(`families/${family.accountId}/notes`, { text: 'Call after six', isPinned: false })
    await post(`families/${family.accountId}/notes`, { text: 'Pay comes on Fridays', isPinned: true })
    await post(`families/${family.accountId}/notes`, { text: 'Wrote again', isPinned: false })
    expect(await noted()).toEqual({
      text: 'Pay comes on Fridays',
      byName: 'Sam support',
      writtenAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })
  })

  it('of a visitor comes with no family, whosever address they give', async () => {
    const email = 'shared@demo.example'
    await addFamily(server, { email, mobile: '+61491570999' })
    const begun = await server.call('POST /api/support/chat', { body: { email, text: 'Hello' } })
    expect(begun.status).toBe(200)
    const listed = ((await get('conversations?limit=200')).body as any[]).find(
      ({ customerId, email: of }) => customerId === null && of === email,
    )
    expect((await get(`conversations/${listed.id}/facts`)).body).toEqual({
      families: [],
      notices: [],
      lastSeenAt: null,
    })
  })
})

describe('A canned reply', () => {
  it('is added, changed and removed by staff, each on record', async () => {
    const title = `Next payment ${randomUUID().slice(0, 4)}`
    const added = await post('canned-replies', { title, body: 'It is {next payment sum}.' })
    expect(added.body).toMatchObject({ title, changedBy: 'Sam support' })
    expect((await post('canned-replies', { title: title.toUpperCase(), body: 'x' })).body.code).toBe(
      'already_exists',
    )
    const path = `canned-replies/${added.body.id}`
    const changed = await server.call(`PUT /api/staff/${path}`, {
      token: support,
      body: { title, body: 'It is taken on {next payment day}.', reason: 'Clearer' },
    })
    expect(changed.body.body).toContain('taken on')
    expect((await post(`${path}/remove`)).status).toBe(200)
    expect((await post(`${path}/remove`)).status).toBe(404)
    const events = await deps.db.many<{ action: string }>(sql`
      select action from audit_event where details ->> 'replyId' = ${added.body.id} order by at, id`)
    expect(events.map(({ action }) => action)).toEqual([
      'CannedReplyAdded',
      'CannedReplyChanged',
      'CannedReplyRemoved',
    ])
  })

  it('is refused with a place that nobody can fill, and says which there are', async () => {
    const reply = await post('canned-replies', { title: 'Wrong', body: 'Hi {name}' })
    expect([reply.status, reply.body.fields.body]).toEqual([400, expect.stringContaining('{first name}')])
  })

  itLong('is filled in from how the family stands, and says what it lacks', async () => {
    const title = `All ${randomUUID().slice(0, 4)}`
    await post('canned-replies', {
      title,
      body: 'Hi {first name}: {next payment sum} on {next payment day}, {overdue sum} overdue.',
    })
    const { id } = await writer(await addPlanFamily())
    const filled = ((await get(`conversations/${id}/canned-replies`)).body as any[]).find(
      (each) => each.title === title,
    )
    const { next } = (await get(`conversations/${id}/facts`)).body.families[0]
    expect(filled.text).toMatch(/^Hi \w+: \$[\d,.]+ on \w{3} \d+ \w+ \d{4}, \{overdue sum\} overdue\.$/)
    expect(filled.text).toContain(next.amount.toLocaleString('en-AU', { minimumFractionDigits: 2 }))
    expect(filled.missing).toEqual(['overdue sum'])
  })
})
