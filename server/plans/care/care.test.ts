import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import type { Care } from '#contract/care.ts'
import {
  addDays,
  calendarDate,
  formatDate,
  formatDateWithDay,
  type CalendarDate,
} from '#domain/calendar/calendar.ts'
import { addBusinessDays } from '#domain/calendar/holidays.ts'
import { formatCurrency } from '#domain/money.ts'
import { noticeDay } from '#domain/repayments.ts'
import { mobileOf } from '#tools/demo/people.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { firstOf } from '#tools/testing/long.ts'
import { itLong } from '#tools/testing/long-tests.ts'
import { expectSoundLedger } from '#tools/testing/payments.ts'
import { overflows, readPdf } from '#tools/testing/pdf-text.ts'
import { travelTo } from '#tools/testing/planner.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'
import { endTemporaryPlans } from '../payment-schedule/temporary-plans.ts'

const server = await testServer()
const { deps } = server
const { goTo, run, today, addPlanFamily, restFamilies } = daysOf(server)

// Early in the year, so that many payments are still to come.
await travelTo(server, '2027-03-01T01:00:00Z')
afterEach(() => expectSoundLedger(server))
afterEach(restFamilies)

const answers = { why: 'LessWork', lasts: 'Months', amount: '100.00', every: 'Fortnight', reach: 'Email' }
const words = 'My hours were cut to two days until June.'

/** A family with a running plan, one of whose parents finds it hard to pay. */
async function familyInNeed(
  account: Parameters<typeof addPlanFamily>[0] = { plans: [{ status: 'Current' }] },
) {
  const family = await addPlanFamily(account)
  const { accountId, email, mobile, region } = family
  const path = `/api/portal/customer/account/${accountId}`
  let token = await server.logIn(email, mobile)
  const post = (call: string, body: object = {}) => server.call(`POST ${path}/${call}`, { token, body })
  const since = deps.clock()
  return {
    ...family,
    since,
    path,
    post,
    token: () => token,
    get: async (call: string) => (await server.call(`GET ${path}/${call}`, { token })).body,
    care: async () => (await server.call(`GET ${path}/care`, { token })).body as Care,
    ask: (body: object = {}) => post('care-request', { ...answers, words, ...body }),
    withdraw: async () => {
      const reply = await server.call(`GET ${path}/care`, { token })
      return post('care-request/withdraw', { reference: reply.body.request?.reference })
    },
    goTo: async (day: CalendarDate) => {
      await goTo(day, region)
      token = await server.logIn(email, mobile)
    },
  }
}
type Family = Awaited<ReturnType<typeof familyInNeed>>

const kindsSince = async ({ accountId }: Family, since: Date) =>
  (
    await deps.db.many<{ kind: string }>(sql`
      select kind from outbox_message where account_id = ${accountId} and created_at >= ${since} order by created_at, id`)
  ).map(({ kind }) => kind)
const newsOf = async ({ accountId }: Family) =>
  (
    await deps.db.many<{ facts: { news: any } | null; to: string }>(sql`
      select facts, recipient as to from outbox_message
      where account_id = ${accountId} and kind = 'PaymentHold' order by created_at, id`)
  ).map(({ facts, to }) => ({ to, ...facts?.news }))
/** What was taken since the family came here. */
const paymentsOf = ({ accountId, since }: Family) =>
  deps.db.many<{ seq: number; status: string; amount: number }>(sql`
    select instalment_seq as seq, status, amount_minor as amount from payment
    where account_id = ${accountId} and kind = 'Instalment' and created_at >= ${since} order by created_at`)
const totalOf = async (family: Family) =>
  (await family.rows()).reduce((sum, { amount, status }) => sum + (status === 'Cancelled' ? 0 : amount), 0)

/** Runs every business day, as the clock would, up to and with a day. */
async function liveUntil(family: Family, day: CalendarDate): Promise<void> {
  while (today(family.region) < day) {
    await goTo(addBusinessDays(today(family.region), 1, calendars[family.region]), family.region)
    await run()
  }
}

/** Another parent of the same account. */
async function otherParent({ accountId }: Family) {
  const id = randomUUID()
  const email = `other.${id.slice(0, 8)}@demo.example`
  const mobile = mobileOf('AU', email)
  await deps.db.run(sql`
    insert into customer (id, email, first_name, last_name, mobile_e164, region, status, created_at)
    values (${id}, ${email}, 'Daniel', 'Other', ${mobile}, 'AU', 'Active', ${deps.clock()})`)
  await deps.db.run(sql`insert into account_member (account_id, customer_id) values (${accountId}, ${id})`)
  return { id, email, token: await server.logIn(email, mobile) }
}

const staff = async (role: 'operations' | 'support' = 'operations') => {
  const { token, staffId } = await addStaff(server, role)
  return {
    staffId,
    get: (path: string) => server.call(`GET /api/staff/${path}`, { token }),
    post: (path: string, body: object = {}) =>
      server.call(`POST /api/staff/${path}`, { token, body: { reason: 'As agreed', ...body } }),
  }
}
async function careIdOf({ accountId }: Family): Promise<string> {
  const row = await deps.db.first<{ id: string }>(sql`
    select id from care_request where account_id = ${accountId} order by sent_at desc limit 1`)
  return row?.id ?? ''
}

describe('Payments that are on hold', () => {
  it('are neither taken nor announced, and every page says so', async () => {
    const family = await familyInNeed()
    // It was announced, and would be taken in some days.
    await family.goTo(noticeDay(family.next.collectOn, calendars.AU))
    await run()
    expect((await family.now()).noticedOn).not.toBeNull()
    const before = await family.care()
    expect(before.coming[0]).toMatchObject({ date: family.next.collectOn })

    expect(await family.ask()).toMatchObject({
      status: 200,
      body: { reference: expect.stringMatching(/^H-\d+$/), status: 'Open' },
    })
    expect((await family.now()).noticedOn).toBeNull()
    const until = addBusinessDays(today('AU'), 10, calendars.AU)
    const { hold, request } = await family.care()
    expect(hold).toEqual({ until })
    expect(request).toMatchObject({
      status: 'Open',
      answers: { why: 'LessWork', amount: 100 },
      words: [{ text: words }],
      answerBy: addBusinessDays(today('AU'), 2, calendars.AU),
      lawfulBy: addDays(today('AU'), 21),
    })
    expect(await family.get('overview')).toMatchObject({ nextRepayment: null, isOnHold: true })
    const { schedule, flexible } = await family.get('plan-material')
    expect(flexible.whyNot).toBe('Held')
    expect(schedule.nextRepaymentDate).toBeNull()
    expect(
      schedule.payments.filter(({ status }: { status: string }) => status === 'Next' || status === 'ToCome'),
    ).toEqual([])
    expect(await family.get('explanation/next-payment')).toMatchObject({ code: 'not_found' })
    expect(
      await family.post('move-payment', {
        planId: family.next.planId,
        version: schedule.version,
        dueOn: family.next.dueOn,
        to: addDays(family.next.collectOn, 3),
      }),
    ).toMatchObject({ status: 409, body: { code: 'payments_held' } })

    const since = deps.clock()
    await liveUntil(family, until)
    expect(await paymentsOf(family)).toEqual([])
    expect(await kindsSince(family, since)).toEqual([])
    expect((await family.rows()).filter(({ status }) => status === 'Overdue')).toEqual([])
  })

  it('go on after its last day: with a new notice first, and then exactly once', async () => {
    const family = await familyInNeed()
    await family.goTo(noticeDay(family.next.collectOn, calendars.AU))
    await run()
    await family.ask()
    const until = (await family.care()).hold?.until as CalendarDate
    await liveUntil(family, until)
    expect(await paymentsOf(family)).toEqual([])
    const since = deps.clock()
    await goTo(addBusinessDays(until, 1, calendars.AU), 'AU')
    await run()
    const ended = (await newsOf(family)).at(-1)
    expect(ended).toMatchObject({ event: 'Ended', isOver: true, next: { on: expect.any(String) } })
    expect(await kindsSince(family, since)).toContain('UpcomingDebit')
    expect(await paymentsOf(family)).toEqual([])
    expect((await family.now()).noticedOn).toBe(today('AU'))
    await liveUntil(family, ended!.next.on)
    expect((await paymentsOf(family)).filter(({ seq }) => seq === family.next.seq)).toHaveLength(1)
    expect((await family.now()).collectedOn).toBe(ended!.next.on)
    // Nobody has answered it yet, so it still waits for us.
    const { body } = await (await staff()).get('queue?kind=Care')
    expect(body.items.map(({ accountId }: { accountId: string }) => accountId)).toContain(family.accountId)
  })

  itLong('are announced again when the family withdraws, and say who is told', async () => {
    const family = await familyInNeed()
    const other = await otherParent(family)
    await family.goTo(noticeDay(family.next.collectOn, calendars.AU))
    await run()
    await family.ask()
    expect(await family.withdraw()).toMatchObject({ body: { status: 'Withdrawn' } })
    // A second click.
    expect(await family.withdraw()).toMatchObject({ body: { status: 'Withdrawn' } })
    const news = await newsOf(family)
    expect(news.map(({ to, event }) => `${to} ${event}`).toSorted()).toEqual(
      [family.email, other.email].flatMap((to) => [`${to} Ended`, `${to} Held`]).toSorted(),
    )
    expect((await family.care()).hold).toBeNull()
    const since = deps.clock()
    await run()
    expect(await kindsSince(family, since)).toContain('UpcomingDebit')
    const ended = news.find(({ event }) => event === 'Ended')
    await liveUntil(family, ended!.next.on)
    expect((await paymentsOf(family)).filter(({ seq }) => seq === family.next.seq)).toHaveLength(1)
    expect((await family.now()).collectedOn).toBe(ended!.next.on)
  })

  itLong('are not tried again, and what is overdue is not asked for', async () => {
    const family = await familyInNeed()
    await deps.db.run(sql`
      update instalment set status = 'Retrying', tries = 1, first_failed_on = ${today('AU')}, retry_on = ${addBusinessDays(today('AU'), 1, calendars.AU)},
        noticed_on = ${addDays(today('AU'), -5)}, failure_code = 'insufficient_funds'
      where account_id = ${family.accountId} and seq = ${family.next.seq}`)
    await deps.db.run(sql`
      update instalment set status = 'Overdue', failure_code = 'account_closed', tries = 1
      where account_id = ${family.accountId} and seq = ${family.next.seq + 1}`)
    expect((await family.care()).retrying).toHaveLength(1)
    await family.ask()
    const since = deps.clock()
    await liveUntil(family, addBusinessDays(today('AU'), 8, calendars.AU))
    expect(await paymentsOf(family)).toEqual([])
    expect(await kindsSince(family, since)).toEqual([])
    const asked = await deps.db.many(sql`
      select from payment_request where account_id = ${family.accountId} and is_arrears`)
    expect(asked).toEqual([])
    expect(
      (await server.call(`GET ${family.path}/overview`, { token: await relog(family) })).body.problems,
    ).toEqual([])
  })

  it('cannot stop what is with the bank, and say so', async () => {
    const family = await familyInNeed()
    await deps.db.run(sql`
      update instalment set status = 'Collecting', reserved_minor = amount_minor, collected_on = ${today('AU')}
      where account_id = ${family.accountId} and seq = ${family.next.seq}`)
    await family.ask()
    expect((await newsOf(family))[0]).toMatchObject({
      event: 'Held',
      underWay: [{ date: today('AU'), amount: family.next.amount }],
    })
    expect((await family.care()).underWay).toHaveLength(1)
    await deps.db.run(sql`
      update instalment set status = 'Scheduled', reserved_minor = 0, collected_on = null
      where account_id = ${family.accountId} and seq = ${family.next.seq}`)
  })
})

async function relog({ email, mobile }: Family): Promise<string> {
  return server.logIn(email, mobile)
}

describe('A request', () => {
  it('is one, however often and by whom it is sent', async () => {
    const family = await familyInNeed()
    const other = await otherParent(family)
    const both = await Promise.all([family.ask(), family.ask()])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const reply = await server.call(`POST ${family.path}/care-request`, { token: other.token, body: answers })
    expect(reply).toMatchObject({ status: 409, body: { code: 'care_already_open' } })
  })

  const incomplete: [string, object][] = [
    ['without what has changed', { why: undefined }],
    ['without an amount', { amount: '' }],
    ['with a text that is too long', { words: 'x'.repeat(1001) }],
  ]
  it.each(firstOf(1, incomplete))('is refused %s, and nothing is held', async (_, body) => {
    const family = await familyInNeed()
    expect(await family.ask(body)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    expect((await family.care()).hold).toBeNull()
  })

  it('is not for the other parent, who sees the hold alone', async () => {
    const family = await familyInNeed()
    const other = await otherParent(family)
    await family.ask()
    expect(await family.post('care-request/words', { words: 'And the rent went up.' })).toMatchObject({
      status: 200,
    })
    const seen = (await server.call(`GET ${family.path}/care`, { token: other.token })).body as Care
    expect(seen).toMatchObject({ hold: { until: expect.any(String) }, request: null })
    expect(JSON.stringify(seen)).not.toContain('hours')
    for (const [call, body] of [
      ['care-request/words', { words: 'x' }],
      ['care-request/withdraw', { reference: 'H-4101' }],
    ] as const)
      expect(await server.call(`POST ${family.path}/${call}`, { token: other.token, body })).toMatchObject({
        status: 404,
      })
    const facts = JSON.stringify(await newsOf(family))
    expect(facts).not.toContain('hours')
    expect((await newsOf(family)).find(({ to }) => to === other.email)).toMatchObject({ asked: null })
    expect((await family.care()).request?.words.map(({ text }) => text)).toEqual([
      words,
      'And the rent went up.',
    ])
    const trail = await deps.db.many(
      sql`select details from audit_event where subject_id = ${family.accountId}`,
    )
    expect(JSON.stringify(trail)).not.toContain('hours')
  })

  itLong('in the United Kingdom counts no lawful days', async () => {
    const family = await familyInNeed({ school: 'Oakfield School', plans: [{ status: 'Current' }] })
    const { notes, ifSentToday, contacts } = await family.care()
    expect(ifSentToday.lawfulBy).toBeNull()
    await family.ask()
    expect((await family.care()).request?.lawfulNotes).toEqual([])
    expect(notes.join(' ')).not.toContain('21 days')
    expect(contacts.at(-1)?.about).toContain('Oakfield School')
  })
})

describe('Operations', () => {
  it('read what was said, on record, and support does not', async () => {
    const family = await familyInNeed()
    await family.ask()
    const id = await careIdOf(family)
    const [operations, support] = [await staff(), await staff('support')]
    expect(await support.get(`care/${id}`)).toMatchObject({ status: 403 })
    expect(await operations.get(`care/${id}`)).toMatchObject({
      status: 200,
      body: { answers: { why: 'LessWork' }, words: [{ kind: 'Sent', text: words }] },
    })
    expect((await family.care()).request?.seenBy).toBe('Sam')
    const views = await deps.db.many(sql`
      select from audit_event where subject_id = ${family.accountId} and action = 'CareSeen'
        and actor_id = ${operations.staffId}`)
    expect(views).toHaveLength(1)
  })

  it('decline with a reason: payments go on after a new notice', async () => {
    const family = await familyInNeed()
    await family.ask()
    const operations = await staff()
    const id = await careIdOf(family)
    expect(
      await operations.post(`care/${id}/decline`, { note: 'Please talk to your school.' }),
    ).toMatchObject({
      status: 200,
    })
    expect(await operations.post(`care/${id}/decline`, { note: 'Again' })).toMatchObject({
      body: { code: 'care_closed' },
    })
    expect(await family.care()).toMatchObject({
      hold: null,
      request: { status: 'Declined', declined: { text: 'Please talk to your school.' } },
    })
    expect((await newsOf(family)).map(({ event }) => event)).toEqual(['Held', 'Declined', 'Ended'])
  })

  itLong('extend a hold', async () => {
    const family = await familyInNeed()
    await family.ask()
    const until = addBusinessDays(today('AU'), 15, calendars.AU)
    expect(await (await staff()).post(`care/${await careIdOf(family)}/extend`, { until })).toMatchObject({
      status: 200,
    })
    expect((await family.care()).hold).toEqual({ until })
    await liveUntil(family, until)
    expect(await paymentsOf(family)).toEqual([])
  })
})

describe('A proposal', () => {
  const note = 'We start with what you can pay.'
  /** Two payments of 100, and the rest in as many payments as there would have been. */
  async function offerFor(family: Family) {
    const waiting = (await family.rows()).filter(({ status }) => status === 'Scheduled')
    return { lowerCount: 2, lowerAmount: '100.00', laterCount: waiting.length - 2, note }
  }

  it('is previewed with every payment, and comes to the same total', async () => {
    const family = await familyInNeed()
    await family.ask()
    const id = await careIdOf(family)
    const { note: _note, ...offer } = await offerFor(family)
    const { status, body } = await (await staff()).post(`care/${id}/preview`, offer)
    expect(status).toBe(200)
    const sum = (days: { amount: number }[]) =>
      Math.round(days.reduce((all, { amount }) => all + amount * 100, 0))
    expect(sum(body.after)).toBe(sum(body.before))
    expect(body.after.slice(0, 2).map(({ amount }: { amount: number }) => amount)).toEqual([100, 100])
    expect(await (await staff()).post(`care/${id}/preview`, { ...offer, laterCount: 120 })).toMatchObject({
      body: { code: 'arrangement_not_possible' },
    })
  })

  itLong('is kept as a document once it is accepted, and its family can write to who made it', async () => {
    const family = await familyInNeed()
    const { accountId } = family
    const agreement = `GET ${family.path}/arrangement-agreement`
    const about = { kind: 'Arrangement', accountId }
    const say = (token: string, topic: object = about) =>
      server.call('POST /api/portal/customer/chat', { token, body: { text: 'Hello', about: topic } })
    await family.ask()
    await (await staff()).post(`care/${await careIdOf(family)}/offer`, await offerFor(family))
    // Nothing is agreed yet.
    expect(await server.call(agreement, { token: family.token() })).toMatchObject({ status: 404 })
    expect(await say(family.token())).toMatchObject({ status: 404 })
    const { offer, reference } = (await family.care()).request!
    const { version, after } = offer!.preview!
    await family.post('care-offer/accept', { offerId: offer!.id, version, firstOn: after[0]!.date })

    const textFor = async (token: string) => {
      const reply = await fetch(`${server.url}${family.path}/arrangement-agreement`, {
        headers: { authorization: `Bearer ${token}` },
      })
      expect(reply.headers.get('content-type')).toBe('application/pdf')
      const pdf = await readPdf(new Uint8Array(await reply.arrayBuffer()))
      expect(overflows(pdf)).toEqual([])
      return pdf.pages.flatMap(({ lines }) => lines).join(' ')
    }
    const own = await textFor(family.token())
    const { name } = (await deps.db.first<{ name: string }>(sql`
      select staff.name from care_offer join staff on staff.id = made_by where account_id = ${accountId}`))!
    expect((await family.care()).agreed?.madeBy).toBe(name.split(' ')[0])
    for (const { date, amount } of after) {
      expect(own).toContain(formatDateWithDay(date))
      expect(own).toContain(formatCurrency(amount, 'AU'))
    }
    const total = after.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100
    expect(own).toContain(formatCurrency(total, 'AU'))
    expect(own).toContain(`Agreed on ${formatDate(today('AU'))}`)
    expect(own).toContain(name)
    for (const note of (await family.care()).agreed!.notes)
      expect(own.replace(/\s+/g, ' ')).toContain(note.replace(/\s+/g, ' '))
    expect(own).not.toContain('A parent of this account')

    // The other parent reads what was agreed, and not who asked for help. Nobody else reads anything.
    const second = await otherParent(family)
    expect(await textFor(second.token)).toContain('A parent of this account')
    const stranger = await familyInNeed()
    expect((await server.call(agreement, { token: stranger.token() })).status).toBeGreaterThanOrEqual(403)
    expect(await say(stranger.token())).toMatchObject({ status: 404 })

    expect(await say(family.token())).toMatchObject({ status: 200 })
    const { shortId } = (await deps.db.first<{ shortId: string }>(sql`
      select short_id as "shortId" from account where id = ${accountId}`))!
    const told = `The arrangement ${reference} of account ${shortId}, proposed by ${name}`
    const mails = await deps.db.many<{ facts: { about: string } }>(sql`
      select facts from outbox_message where kind = 'SupportMessage' and facts->>'email' = ${family.email}`)
    expect(mails.map(({ facts }) => facts.about)).toEqual([told])
    const conversations = (await (await staff('support')).get('conversations?limit=50')).body
    expect(conversations).toContainEqual(
      expect.objectContaining({ last: expect.objectContaining({ text: 'Hello', about: told }) }),
    )
  })

  it('becomes the plan when it is accepted, once, and is collected as shown', async () => {
    const family = await familyInNeed()
    const total = await totalOf(family)
    await family.ask()
    await (await staff()).post(`care/${await careIdOf(family)}/offer`, await offerFor(family))
    const { request, hold } = await family.care()
    expect(hold).not.toBeNull()
    const proposal = request!.offer!
    expect(proposal.note?.text).toBe(note)
    expect(proposal.text).toMatchObject({ fees: 'None', ifIncomeChanges: 'We look again' })
    const shown = proposal.preview!
    const body = { offerId: proposal.id, version: shown.version, firstOn: shown.after[0]!.date }
    expect(
      await family.post('care-offer/accept', { ...body, firstOn: addDays(calendarDate(body.firstOn), 1) }),
    ).toMatchObject({
      body: { code: 'plan_changed' },
    })
    const both = await Promise.all([
      family.post('care-offer/accept', body),
      family.post('care-offer/accept', body),
    ])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await totalOf(family)).toBe(total)
    const changes = await deps.db.many(sql`
      select text_kind as "textKind", text_version as "textVersion" from plan_change
      where account_id = ${family.accountId} and kind = 'Arrangement'`)
    expect(changes).toEqual([{ textKind: 'CareOfferAU', textVersion: proposal.text.version }])
    const after = await family.care()
    expect(after).toMatchObject({
      hold: null,
      request: { status: 'Accepted', offer: null },
      agreed: { lower: { amount: 100, until: shown.lower.until }, later: { amount: shown.later.amount } },
    })
    expect((await family.get('plan-material')).schedule.temporaryUntil).toBe(shown.lower.until)
    expect(await kindsSince(family, family.since)).toContain('PlanChange')
    await liveUntil(family, shown.after[0]!.date as CalendarDate)
    expect((await paymentsOf(family)).map(({ amount }) => amount)).toEqual([10000])

    await goTo(addBusinessDays(shown.lower.until as CalendarDate, 1, calendars.AU), 'AU')
    await endTemporaryPlans(deps)
    expect(await kindsSince(family, family.since)).toContain('TemporaryPlanEnded')
  })

  itLong(
    'begins on the first possible day where the first has passed meanwhile, and shows it before',
    async () => {
      const family = await familyInNeed()
      await family.ask()
      const operations = await staff()
      const id = await careIdOf(family)
      await operations.post(`care/${id}/offer`, await offerFor(family))
      await (
        await staff()
      ).post(`care/${id}/extend`, { until: addBusinessDays(family.next.collectOn, 10, calendars.AU) })
      await liveUntil(family, addBusinessDays(family.next.collectOn, 2, calendars.AU))
      await family.goTo(addBusinessDays(today('AU'), 1, calendars.AU))
      const proposal = (await family.care()).request!.offer!
      const first = proposal.preview!.after[0]!
      expect(first.date).toBe(addBusinessDays(today('AU'), 2, calendars.AU))
      expect(
        await family.post('care-offer/accept', {
          offerId: proposal.id,
          version: proposal.preview!.version,
          firstOn: first.date,
        }),
      ).toMatchObject({ status: 200 })
      await run()
      await liveUntil(family, first.date as CalendarDate)
      expect((await paymentsOf(family)).map(({ amount }) => amount)[0]).toBe(10000)
    },
  )

  itLong('goes back to operations when the family asks for a change', async () => {
    const family = await familyInNeed()
    await family.ask()
    const operations = await staff()
    const id = await careIdOf(family)
    await operations.post(`care/${id}/offer`, await offerFor(family))
    const { id: offerId } = (await family.care()).request!.offer!
    const change = { offerId, words: 'Could it be three payments?' }
    expect(await family.post('care-offer/ask-change', change)).toMatchObject({ body: { status: 'Open' } })
    expect(
      await family.post('care-offer/accept', { offerId, version: 1, firstOn: '2027-04-01' }),
    ).toMatchObject({
      body: { code: 'care_closed' },
    })
    const care = await family.care()
    expect(care).toMatchObject({
      hold: { until: expect.any(String) },
      request: { status: 'Open', offer: null },
    })
    expect((await operations.get(`care/${id}`)).body.words.at(-1)).toMatchObject({
      kind: 'ChangeAsked',
      text: change.words,
    })
  })
})
