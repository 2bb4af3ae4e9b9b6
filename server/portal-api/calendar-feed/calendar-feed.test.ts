import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { formatCurrency } from '#domain/money.ts'
import { noticeDay } from '#domain/repayments.ts'
import { visaCredit } from '#tools/demo/sources.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { itLong } from '#tools/testing/long-tests.ts'
import { planner, travelTo, type Planner } from '#tools/testing/planner.ts'
import { calendarEvents, readCalendar } from '#tools/testing/read-calendar.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'
import { feedKey, readFeedKey } from './feed-key.ts'

const server = await testServer()
const { deps } = server
const { goTo, run, instalments } = daysOf(server)
await travelTo(server, '2027-01-18T02:00:00Z')

/** The URL has the portal's origin; in tests the server listens elsewhere. */
const fetchFeed = (url: string, init?: RequestInit) => fetch(`${server.url}${new URL(url).pathname}`, init)
const eventsAt = async (url: string) => calendarEvents(await (await fetchFeed(url)).text())

async function subscribe(parent: Planner): Promise<string> {
  const { status, body } = await parent.post('calendar-feed')
  expect(status).toBe(200)
  return body.feed.url
}

/** Days and amounts as the page lists them. */
async function listed(parent: Planner, year = 2027): Promise<[string, string][]> {
  const { payments } = await parent.schedule(year)
  return payments.map(({ date, amount }) => [date, formatCurrency(amount, 'AU')])
}

const daysAndAmounts = (events: { date: string; summary: string }[]) =>
  events.map(({ date, summary }) => [date, /: (\S+) \(/.exec(summary)?.[1]])

const auditOf = ({ accountId }: Planner) =>
  deps.db.many<{ action: string; actor: string; details: object; request: string }>(sql`
    select action, actor_id as actor, details, request_id as request from audit_event
    where subject_id = ${accountId} and action like 'Calendar%' order by at, id`)

describe('The key of a feed', () => {
  const pepper = { codePepper: 'p'.repeat(32) }
  const name = { accountId: randomUUID(), id: randomUUID() }

  it('names the feed, and only the secret can read it', () => {
    const key = feedKey(pepper, name)
    expect(key).toMatch(/^[\w-]{64}$/)
    expect(readFeedKey(pepper, key)).toEqual(name)
    expect(readFeedKey({ codePepper: 'q'.repeat(32) }, key)).toBeUndefined()
    expect(feedKey({ codePepper: 'q'.repeat(32) }, name)).not.toBe(key)
  })

  it('is refused when a single letter is changed, missing or added', () => {
    const key = feedKey(pepper, name)
    const others = Array.from(key, (letter, index) =>
      key.slice(0, index).concat(letter === 'A' ? 'B' : 'A', key.slice(index + 1)),
    )
    for (const other of [...others, key.slice(0, -1), `${key}A`, `${key}=`, `${key}.`, '', ' ', '%00'])
      expect(readFeedKey(pepper, other)).toBeUndefined()
  })
})

describe('A calendar feed', () => {
  it('is created on request, and a second request returns the same one', async () => {
    const parent = await planner(server)
    expect((await parent.get('calendar-feed')).body).toEqual({ feed: null })
    const replies = await Promise.all([1, 2, 3].map(() => parent.post('calendar-feed')))
    const { body } = await parent.get('calendar-feed')
    expect(body.feed).toEqual({
      url: expect.stringMatching(/^http:\/\/localhost:3000\/api\/calendar\/[\w-]{64}\.ics$/),
      createdAt: expect.any(String),
    })
    for (const reply of replies) expect(reply.body).toEqual(body)
    expect(await auditOf(parent)).toMatchObject([
      { action: 'CalendarFeedMade', actor: parent.customerId, details: {} },
    ])
    const rows = await deps.db.many(sql`select * from calendar_feed where account_id = ${parent.accountId}`)
    expect(rows).toHaveLength(1)
    // The signature in the URL is stored nowhere in the database.
    const signature = body.feed.url.slice(-4 - 21, -4)
    expect(JSON.stringify([rows, await auditOf(parent)])).not.toContain(signature)
  })

  it('shows each payment on its day, follows a plan that is saved again, and keeps each payment’s uid', async () => {
    const parent = await planner(server)
    const url = await subscribe(parent)
    expect(await eventsAt(url)).toEqual([])
    await parent.save({ version: null, repaymentCount: 12 })
    const before = await eventsAt(url)
    expect(daysAndAmounts(before)).toEqual(await listed(parent))
    expect(before.every(({ hasReminder }) => hasReminder)).toBe(true)
    // Fortnights from 5 February miss Easter; those from the 12th fall on Good Friday.
    await parent.save({ version: 1, startDate: '2027-02-12', repaymentCount: 9 })
    const after = await eventsAt(url)
    expect(daysAndAmounts(after)).toEqual(await listed(parent))
    expect(after.map(({ uid }) => uid)).toEqual(before.slice(0, 9).map(({ uid }) => uid))
    expect(after.every(({ sequence }, index) => sequence > (before[index]?.sequence ?? 0))).toBe(true)
    expect(after.find(({ date }) => date === '2027-03-30')?.description).toBe(
      'Payment 4 of 9 of your 2027 payment plan.\nMoved: due Fri 26 March, Good Friday.',
    )
  })

  itLong('drops a payment that is cancelled, and keeps the uids of the others', async () => {
    const parent = await planner(server)
    const url = await subscribe(parent)
    await parent.save({ version: null })
    const before = await eventsAt(url)
    await deps.db.run(sql`
      update instalment set status = 'Cancelled', waived_minor = amount_minor where account_id = ${parent.accountId} and seq = 3`)
    const after = await eventsAt(url)
    expect(daysAndAmounts(after)).toEqual(await listed(parent))
    expect(after.map(({ uid }) => uid)).toEqual(
      before.map(({ uid }) => uid).filter((_, index) => index !== 2),
    )
    expect(after.at(-1)?.description).toBe('Payment 9 of 9 of your 2027 payment plan.')
  })

  itLong('follows a plan made by staff and a second year, and drops a plan that is withdrawn', async () => {
    const parent = await planner(server)
    const url = await subscribe(parent)
    await parent.save({ version: null })
    const staff = await addStaff(server, 'operations')
    const byStaff = await server.call(`POST /api/staff/accounts/${parent.accountId}/plans`, {
      token: staff.token,
      body: {
        reason: 'Asked on the telephone',
        tuitionYear: 2027,
        frequency: 'Term',
        startDate: '2027-02-15',
        count: 4,
        version: 1,
      },
    })
    expect(byStaff.status).toBe(200)
    const thisYear = await listed(parent)
    expect(thisYear).toHaveLength(4)
    expect(daysAndAmounts(await eventsAt(url))).toEqual(thisYear)
    await parent.save({ planYear: 2028, startDate: '2028-02-04' })
    expect(daysAndAmounts(await eventsAt(url))).toEqual([...thisYear, ...(await listed(parent, 2028))])
    await deps.db.run(sql`
      update plan set status = 'Draft' where account_id = ${parent.accountId} and tuition_year = 2028`)
    expect(daysAndAmounts(await eventsAt(url))).toEqual(thisYear)
  })

  it('contains only days, amounts and the school', async () => {
    const parent = await planner(server, { sources: [visaCredit()] })
    await parent.save({ version: null })
    const reply = await fetchFeed(await subscribe(parent))
    const file = await reply.text()
    const calendar = readCalendar(file)
    expect(calendar.lines.get('X-WR-CALNAME')).toMatch(/^School fees\\, /)
    for (const secret of ['Olivia', 'Bennett', parent.email, parent.customerId, 'Visa', '4242'])
      expect(file).not.toContain(secret)
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, max-age=900',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    })
  })

  itLong(
    'is fetched again only when something has changed, and answers HEAD, with and without the ending',
    async () => {
      const parent = await planner(server)
      await parent.save({ version: null })
      const url = await subscribe(parent)
      const first = await fetchFeed(url)
      const tag = first.headers.get('etag') ?? ''
      expect(tag).toMatch(/^W\/"/)
      const again = { headers: { 'if-none-match': `"other", ${tag}` } }
      expect((await fetchFeed(url, again)).status).toBe(304)
      await parent.save({ version: 1, repaymentCount: 9 })
      const changed = await fetchFeed(url, again)
      expect([changed.status, changed.headers.get('etag') === tag]).toEqual([200, false])
      const head = await fetchFeed(url, { method: 'HEAD' })
      expect([head.status, head.headers.get('etag')]).toEqual([200, changed.headers.get('etag')])
      expect(await head.text()).toBe('')
      expect(await (await fetchFeed(url.replace('.ics', ''))).text()).toBe(await changed.text())
    },
  )
})

describe('A calendar feed is closed', () => {
  const gone = { status: 404, body: { code: 'not_found' } }
  const answer = async (url: string) => {
    const reply = await fetchFeed(url)
    return { status: reply.status, body: await reply.json(), tag: reply.headers.get('etag') }
  }

  it('at once when it is removed, and the next one has another address', async () => {
    const parent = await planner(server)
    const url = await subscribe(parent)
    const removed = await Promise.all([1, 2].map(() => parent.post('remove-calendar-feed')))
    for (const { status, body } of removed) expect([status, body]).toEqual([200, { feed: null }])
    expect(await answer(url)).toMatchObject({ ...gone, tag: null })
    const next = await subscribe(parent)
    expect(next).not.toBe(url)
    expect((await fetchFeed(next)).status).toBe(200)
    expect(await answer(url)).toMatchObject(gone)
    const trail = (await auditOf(parent)).map(({ action }) => action)
    expect(trail).toEqual(['CalendarFeedMade', 'CalendarFeedRemoved', 'CalendarFeedMade'])
  })

  it('to a key that is made up, cut off or another family’s', async () => {
    const [mine, other] = [await planner(server), await planner(server)]
    const [url, foreign] = [await subscribe(mine), await subscribe(other)]
    const signature = foreign.slice(-4 - 22)
    const made = [url.slice(0, -4 - 22) + signature, url.slice(0, -6), `${url}x`, `${url}.ics`]
    for (const each of [...made, 'http://x/api/calendar/.ics', 'http://x/api/calendar/%00.ics'])
      expect(await answer(each)).toMatchObject(gone)
    expect((await fetchFeed(url, { method: 'POST' })).status).toBe(404)
  })

  it('to a member who was removed, even when they come back, and to a blocked customer', async () => {
    const [parent, other] = [await planner(server), await planner(server)]
    const staff = await addStaff(server, 'operations')
    const member = (verb: string) =>
      server.call(`POST /api/staff/accounts/${parent.accountId}/members/${other.customerId}/${verb}`, {
        token: staff.token,
        body: { reason: 'The parents live apart' },
      })
    expect((await member('add')).status).toBe(200)
    await parent.save({ version: null })
    const shared = await server.call(`POST /api/portal/customer/account/${parent.accountId}/calendar-feed`, {
      token: other.token,
    })
    const [url, theirs] = [await subscribe(parent), shared.body.feed.url]
    expect(theirs).not.toBe(url)
    expect(daysAndAmounts(await eventsAt(theirs))).toEqual(daysAndAmounts(await eventsAt(url)))
    expect((await member('remove')).status).toBe(200)
    expect(await answer(theirs)).toMatchObject(gone)
    await member('add')
    expect(await answer(theirs)).toMatchObject(gone)
    expect((await fetchFeed(url)).status).toBe(200)
    await deps.db.run(sql`update customer set status = 'Disabled' where id = ${parent.customerId}`)
    expect(await answer(url)).toMatchObject(gone)
  })

  it('to strangers and to staff who act as the customer: they neither see nor create a URL', async () => {
    const [parent, stranger] = [await planner(server), await planner(server)]
    const calls = ['GET calendar-feed', 'POST calendar-feed', 'POST remove-calendar-feed']
    const tryAll = async (token: string) => {
      const codes = []
      for (const each of calls) {
        const path = each.replace(' ', ` /api/portal/customer/account/${parent.accountId}/`)
        const { status, body } = await server.call(path, { token })
        codes.push([status, body.code])
      }
      return codes
    }
    await subscribe(parent)
    expect(await tryAll(stranger.token)).toEqual(calls.map(() => [403, 'forbidden']))
    const own = parent.token
    await parent.letStaffIn()
    expect(await tryAll(parent.token)).toEqual(calls.map(() => [403, 'not_by_staff']))
    parent.token = own
    expect((await parent.get('calendar-feed')).body.feed).not.toBeNull()
  })

  itLong('for a while to a client that fetches it too often', async () => {
    const parent = await planner(server)
    const url = await subscribe(parent)
    const most = deps.config.rateLimits['calendar-feed']
    const statuses = []
    for (let time = 0; time <= most; time += 1) statuses.push((await fetchFeed(url)).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(most)
    expect(statuses.at(-1)).toBe(429)
  })
})

// Last, because it moves the clock.
itLong('A calendar feed shows a failed payment on the day of its retry', async () => {
  const parent = await planner(server, { plans: [{ status: 'Current' }], sources: [visaCredit()] })
  const url = await subscribe(parent)
  const next = (await instalments(parent.accountId)).find(({ status }) => status === 'Scheduled')
  if (!next) throw new Error('The plan has nothing left to collect')
  const find = async () =>
    (await eventsAt(url)).find(({ uid }) => uid === `${next.planId}-${next.seq}-larkwell`)
  const before = await find()
  expect(before?.date).toBe(next.collectOn)
  await goTo(noticeDay(next.collectOn, calendars.AU), 'AU')
  await run()
  await goTo(next.collectOn, 'AU')
  const action = 'decline:insufficient_funds'
  await server.sandboxApi('faults', { provider: 'stripe', match: parent.accountId, action })
  await run()
  const failed = (await instalments(parent.accountId)).find(({ seq }) => seq === next.seq)
  expect(failed?.status).toBe('Retrying')
  const after = await find()
  expect(after).toMatchObject({
    date: failed?.retryOn,
    description: expect.stringContaining('We try again on this day.'),
  })
  expect(after?.sequence).toBeGreaterThan(before?.sequence ?? Infinity)
  expect((after?.changedAt ?? '') > (before?.changedAt ?? '')).toBe(true)
})
