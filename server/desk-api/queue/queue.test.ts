import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { QueueItem, StaffQueue } from '#contract/staff-queue.ts'
import { staffContract } from '#contract/staff.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { queueKinds, queueRoles, type QueueKind } from '#domain/staff-queue.ts'
import type { Account } from '#tools/demo/account.ts'
import { addFamily } from '#tools/testing/family.ts'
import { itLong } from '#tools/testing/long-tests.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'
import { chaseOverdue } from '../../plans/repayments/chase-overdue.ts'

const server = await testServer({ doesJobs: false })
const { deps, call } = server
const { db } = deps
const callum = await addStaff(server, 'operations')
const owen = await addStaff(server, 'operations')
const priya = await addStaff(server, 'support')
const mirjana = await addStaff(server, 'admin')

type Person = { token: string }
const began = deps.clock()
const minutesAgo = (minutes: number) => new Date(began.getTime() - minutes * 60_000)

async function queueOf({ token }: Person, query = ''): Promise<StaffQueue> {
  const { status, body } = await call(`GET /api/staff/queue${query && `?${query}`}`, { token })
  expect(status).toBe(200)
  return body
}
const ofAccount = ({ items }: StaffQueue, accountId: string) =>
  items.filter((item) => item.accountId === accountId)

let count = 0
async function family(account: Account = {}) {
  count += 1
  const { accountId } = await addFamily(server, {
    email: `queue${count}@demo.example`,
    firstName: 'Leena',
    lastName: `Cole${count}`,
    mobile: null,
    accounts: [account],
  })
  const customer = await db.first<{ id: string }>(sql`
    select customer_id as id from account_member where account_id = ${accountId}`)
  return { accountId, customerId: customer?.id ?? '', name: `Cole${count}` }
}

async function write(customerId: string, text: string, at: Date, by: 'Customer' | 'Staff' = 'Customer') {
  await db.run(sql`
    insert into conversation (id, customer_id, created_at) values (${randomUUID()}, ${customerId}, ${at})
    on conflict (customer_id) do nothing`)
  await db.run(sql`
    insert into conversation_message (conversation_id, id, author, author_id, body, created_at)
    select id, ${randomUUID()}, ${by}, ${by === 'Customer' ? customerId : priya.staffId}, ${text}, ${at}
    from conversation where customer_id = ${customerId}`)
}

async function failDebits(accountId: string, reasons: string[]) {
  const last = await db.first<{ planId: string; seq: number }>(sql`
    update instalment set status = 'Overdue' where account_id = ${accountId} and seq = (
      select max(seq) from instalment where account_id = ${accountId})
    returning plan_id as "planId", seq`)
  for (const [index, reason] of reasons.entries())
    await db.run(sql`
      insert into payment (account_id, id, kind, institution_id, currency, amount_minor, status, failure_code, plan_id,
        instalment_seq, attempt, provider_key, created_at, updated_at)
      select id, ${randomUUID()}, 'Instalment', institution_id, currency, 4200, 'Failed', ${reason}, ${last?.planId},
        ${last?.seq}, ${8 + index}, ${randomUUID()}, ${minutesAgo(9 - index)}, ${minutesAgo(9 - index)}
      from account where id = ${accountId}`)
  await chaseOverdue(deps)
}

describe('The queue', () => {
  it('says what it is, whose, of which school, since when, by when, and what it opens', async () => {
    const { accountId, name } = await family({ documents: { uploads: ['Waiting'] } })
    const [item] = ofAccount(await queueOf(callum, 'kind=Invoice'), accountId)
    const review = await db.first<{ id: string }>(sql`select id from review where account_id = ${accountId}`)
    expect(item).toMatchObject({
      kind: 'Invoice',
      title: expect.stringMatching(/^Invoice uploaded: “.+”$/),
      who: `${name} family`,
      schoolName: 'Wattle Grove College',
      takenBy: null,
      opens: { page: 'review', id: review?.id },
    })
    expect(Date.parse(item!.promisedBy)).toBeGreaterThan(Date.parse(item!.since))
  })

  it('has a chat until it is answered, with the family’s words, and late after half an hour', async () => {
    const { accountId, customerId } = await family()
    await write(customerId, 'Can this one wait?', minutesAgo(48))
    await write(customerId, 'Please?', minutesAgo(2))
    const [chat] = ofAccount(await queueOf(priya, 'kind=Chat'), accountId)
    expect(chat).toMatchObject({
      title: '“Please?”',
      who: expect.stringMatching(/^Leena /),
      group: 'DoFirst',
    })
    expect(Date.parse(chat!.promisedBy)).toBe(minutesAgo(18).getTime())
    await write(customerId, 'Yes', minutesAgo(1), 'Staff')
    expect(ofAccount(await queueOf(priya, 'kind=Chat'), accountId)).toEqual([])
  })

  it('has a debit out of tries, until somebody has acted or all reminders are sent', async () => {
    const { accountId } = await family()
    await failDebits(accountId, ['insufficient_funds', 'insufficient_funds', 'insufficient_funds'])
    const [debit] = ofAccount(await queueOf(priya, 'topic=FailedDebits'), accountId)
    expect(debit).toMatchObject({
      kind: 'Debit',
      title: 'Debit failed three times',
      opens: { page: 'family', id: accountId },
    })
    await db.run(sql`
      update payment_request set created_at = created_at - interval '28 days'
      where account_id = ${accountId} and is_arrears`)
    const later = ofAccount(await queueOf(priya, 'topic=FailedDebits'), accountId)
    expect(later).toMatchObject([{ kind: 'Arrears', title: '1 payment overdue after all reminders' }])
    const other = await family()
    await failDebits(other.accountId, ['expired_card'])
    expect(ofAccount(await queueOf(priya), other.accountId)).toMatchObject([
      { title: 'Card expired, debit not tried again' },
    ])
    await call(`PUT /api/staff/customers/${other.customerId}`, {
      token: priya.token,
      body: { firstName: 'Lena', lastName: 'Cole', reason: 'Called them' },
    })
    await db.run(sql`
      insert into audit_event (subject_id, id, at, actor_kind, actor_id, action, details)
      values (${other.accountId}, ${randomUUID()}, ${deps.clock()}, 'Staff', ${priya.staffId}, 'RequestResent',
        '{"reason": "Called them"}')`)
    expect(ofAccount(await queueOf(priya), other.accountId)).toEqual([])
  })

  itLong('has a job that failed three times in a row, until it succeeds', async () => {
    const run = (outcome: string, at: Date) =>
      db.run(sql`
        insert into job_run (name, id, started_at, ended_at, outcome, error)
        values ('make-statements', ${randomUUID()}, ${at}, ${at}, ${outcome}, 'disk full')`)
    await run('Failed', minutesAgo(240))
    await run('Failed', minutesAgo(180))
    expect((await queueOf(callum, 'kind=Job')).items).toEqual([])
    await run('Failed', minutesAgo(120))
    expect((await queueOf(callum, 'kind=Job')).items).toMatchObject([
      {
        id: 'make-statements',
        title: 'make-statements failed after 3 attempts',
        opens: { page: 'jobs', id: null },
      },
    ])
    const { body } = await call('GET /api/staff/health', { token: callum.token })
    expect(body.jobs.late).toContainEqual({ name: 'make-statements', since: minutesAgo(240).toISOString() })
    await run('Done', minutesAgo(60))
    expect((await queueOf(callum, 'kind=Job')).items).toEqual([])
  })

  it('shows what waits for a second person to everybody but who asked', async () => {
    const { accountId } = await family()
    const asked = await call(`POST /api/staff/accounts/${accountId}/adjustments`, {
      token: callum.token,
      body: {
        type: 'Credit',
        amount: 25,
        description: 'Goodwill',
        clientRequestId: randomUUID(),
        reason: 'Asked for twice',
      },
    })
    expect(asked.status).toBe(202)
    const opens = { page: 'approval', id: asked.body.id }
    expect(ofAccount(await queueOf(owen), accountId)).toMatchObject([{ kind: 'Approval', amount: 25, opens }])
    expect(ofAccount(await queueOf(callum), accountId)).toEqual([])
    expect(ofAccount(await queueOf(priya), accountId)).toEqual([])
    await call(`POST /api/staff/approvals/${asked.body.id}/approve`, {
      token: owen.token,
      body: { reason: 'Fine' },
    })
    expect(ofAccount(await queueOf(owen), accountId)).toEqual([])
  })

  it('shows a bank account with a proof to those who may verify it', async () => {
    const { accountId } = await family()
    const added = await call(`POST /api/staff/accounts/${accountId}/bank-accounts`, {
      token: callum.token,
      body: { holder: 'Leena Cole', bsb: '062-000', accountNumber: '12345678', reason: 'Statement seen' },
    })
    expect(added.status).toBe(202)
    expect(ofAccount(await queueOf(mirjana), accountId)).toMatchObject([
      { kind: 'BankAccount', title: 'Bank account proof to check', opens: { page: 'approval' } },
    ])
  })

  it('has an open dispute, with the payment that it is about', async () => {
    const { accountId } = await family({ payments: [] })
    const payment = await db.first<{ id: string }>(sql`
      select id from payment where account_id = ${accountId} and status = 'Succeeded' limit 1`)
    await db.run(sql`
      insert into dispute (account_id, id, payment_id, provider_dispute_id, amount_minor, status, created_at)
      values (${accountId}, ${randomUUID()}, ${payment?.id}, 'dp_queue', 51240, 'Open', ${minutesAgo(5)})`)
    const [dispute] = ofAccount(await queueOf(callum, 'topic=Disputes'), accountId)
    expect(dispute).toMatchObject({ amount: 512.4, opens: { page: 'payment', id: payment?.id } })
    await db.run(
      sql`update dispute set status = 'Won', closed_at = ${deps.clock()} where provider_dispute_id = 'dp_queue'`,
    )
    expect(ofAccount(await queueOf(callum, 'topic=Disputes'), accountId)).toEqual([])
  })

  itLong('tells of ten thousand by their number, and shows the first of them', async () => {
    const { accountId } = await family()
    await db.run(sql`
      insert into parked_item (work, item, account_id, reason, first_failed_at, last_failed_at)
      select 'remind-unfinished', 'row ' || number, ${accountId}, 'No address', ${minutesAgo(90)}, ${minutesAgo(80)}
      from generate_series(1, 10000) as number`)
    const queue = await queueOf(callum, 'topic=Jobs&limit=500')
    expect(queue.items).toHaveLength(500)
    expect(queue.total).toBeGreaterThanOrEqual(10_000)
    expect(queue.counts.Parked).toBeGreaterThanOrEqual(10_000)
    const last = queue.items.at(-1)!
    await call('POST /api/staff/queue/take', { token: callum.token, body: keyOf(last) })
    expect((await queueOf(callum, 'topic=Jobs&whose=Mine')).items.map(({ id }) => id)).toContain(last.id)
    await db.run(sql`delete from parked_item where item like 'row %'`)
  })

  it('is for each role what it may settle', async () => {
    const support = await queueOf(priya)
    const allowed = queueKinds.filter((kind) => queueRoles[kind] === 'support')
    expect(allowed.length).toBeGreaterThan(0)
    expect(Object.keys(support.counts).filter((kind) => !allowed.includes(kind as QueueKind))).toEqual([])
    expect((await queueOf(mirjana)).waiting).toBeGreaterThan(support.waiting)
  })

  itLong('finds by region, school and whose it is, and says how many more there are', async () => {
    const { accountId, customerId } = await family({
      school: 'Oakfield School',
      documents: { uploads: ['Waiting'] },
    })
    await write(customerId, 'Hello', minutesAgo(5))
    const british = await queueOf(callum, 'region=UK')
    expect(new Set(british.items.map(({ region }) => region))).toEqual(new Set(['UK']))
    const school = british.schools.find(({ name }) => name === 'Oakfield School')
    const [first, ...others] = (await queueOf(callum, `school=${school?.id}`)).items
    expect([first, ...others].every((item) => item?.accountId === accountId)).toBe(true)
    const page = await queueOf(callum, `school=${school?.id}&limit=1`)
    expect([page.items.length, page.total, page.counts]).toEqual([1, 2, { Chat: 1, Invoice: 1 }])
    await call('POST /api/staff/queue/take', { token: callum.token, body: keyOf(first!) })
    expect((await queueOf(callum, 'whose=Mine')).items).toMatchObject([{ kind: first?.kind, id: first?.id }])
    expect(ofAccount(await queueOf(callum, 'whose=NotTaken'), accountId)).toHaveLength(1)
    expect((await queueOf(owen, 'whose=Mine')).items).toEqual([])
    expect((await queueOf(callum)).mine).toBe(1)
  })

  itLong('counts one look for each family in an hour, however often the list refreshes', async () => {
    const { accountId } = await family({ documents: { uploads: ['Waiting'] } })
    const eve = await addStaff(server, 'operations')
    for (let time = 0; time < 3; time++) await queueOf(eve)
    const looks = await db.many(sql`
      select from audit_event where subject_id = ${accountId} and actor_id = ${eve.staffId} and action = 'QueueListed'`)
    expect(looks).toHaveLength(1)
  })

  itLong('counts what people have settled today', async () => {
    const { done } = await queueOf(callum)
    const { accountId } = await family({ documents: { uploads: ['Waiting'] } })
    const [item] = ofAccount(await queueOf(callum), accountId)
    await call(`POST /api/staff/reviews/${item?.id}/approve`, {
      token: callum.token,
      body: { reason: 'Fine' },
    })
    expect((await queueOf(callum)).done.today).toBe(done.today + 1)
  })
})

const keyOf = ({ kind, id }: Pick<QueueItem, 'kind' | 'id'>) => ({ kind, id })

describe('Taking an item', () => {
  const takeAs = (person: Person, item: Pick<QueueItem, 'kind' | 'id'>, more = {}) =>
    call('POST /api/staff/queue/take', { token: person.token, body: { ...keyOf(item), ...more } })
  const releaseAs = (person: Person, item: Pick<QueueItem, 'kind' | 'id'>) =>
    call('POST /api/staff/queue/release', { token: person.token, body: keyOf(item) })
  const anItem = async () => {
    const { accountId, customerId } = await family({ documents: { uploads: ['Waiting'] } })
    const [item] = ofAccount(await queueOf(callum), accountId)
    return { item: item!, accountId, customerId }
  }

  it('shows colleagues who has it; a second one is told, and may take it over', async () => {
    const { item } = await anItem()
    const taken = await takeAs(callum, item)
    expect(taken.body.takenBy).toMatchObject({ staffId: callum.staffId, initials: 'SO' })
    const refused = await takeAs(owen, item)
    expect([refused.status, refused.body]).toEqual([
      409,
      { code: 'taken_by_other', msg: 'Sam operations has taken this. You can take it over.' },
    ])
    const over = await takeAs(owen, item, { isTakeover: true })
    expect(over.body.takenBy.staffId).toBe(owen.staffId)
    // A colleague's is not given back.
    expect((await releaseAs(callum, item)).body.takenBy.staffId).toBe(owen.staffId)
    expect((await releaseAs(owen, item)).body.takenBy).toBeNull()
  })

  it('is done once by two who take it at the same moment, and twice by one is no harm', async () => {
    const { item } = await anItem()
    const statuses = await Promise.all([takeAs(callum, item), takeAs(owen, item), takeAs(mirjana, item)])
    expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const winner = [callum, owen, mirjana][statuses.findIndex(({ status }) => status === 200)]!
    expect((await takeAs(winner, item)).status).toBe(200)
  })

  it('is not possible once it is settled, nor of what one may not settle', async () => {
    const { item } = await anItem()
    expect((await takeAs(priya, item)).status).toBe(404)
    await call(`POST /api/staff/reviews/${item.id}/approve`, {
      token: callum.token,
      body: { reason: 'Fine' },
    })
    expect((await takeAs(callum, item)).status).toBe(404)
    expect((await takeAs(callum, { kind: 'Deposit', id: 'nothing' })).status).toBe(404)
  })

  it('ends when a chat is answered: what is written then is nobody’s', async () => {
    const { customerId, accountId } = await family()
    await write(customerId, 'Hello?', minutesAgo(20))
    const [chat] = ofAccount(await queueOf(priya), accountId)
    await takeAs(priya, chat!)
    const later = (minutes: number) => new Date(deps.clock().getTime() + minutes * 60_000)
    await write(customerId, 'Hello', later(1), 'Staff')
    await write(customerId, 'One more thing', later(2))
    expect(ofAccount(await queueOf(priya), accountId)).toMatchObject([{ takenBy: null }])
    expect((await takeAs(callum, chat!)).status).toBe(200)
  })
})

describe('A look at one item', () => {
  it('has the facts of a failed debit and what the family wrote last, and is on record', async () => {
    const { accountId, customerId } = await family()
    await failDebits(accountId, ['insufficient_funds', 'insufficient_funds'])
    await write(customerId, 'Can this one wait until the 27th?', minutesAgo(3))
    const [debit] = ofAccount(await queueOf(priya, 'kind=Debit'), accountId)
    const { status, body } = await call(`GET /api/staff/queue/item?kind=Debit&id=${debit?.id}`, {
      token: priya.token,
    })
    expect(status).toBe(200)
    expect(body.status).toBe('Overdue')
    expect(body.facts.map(({ label }: { label: string }) => label)).toEqual(
      expect.arrayContaining(['Account', 'Payment', 'Tries', 'The bank says', 'Balance', 'Next debit']),
    )
    expect(body.lastWords).toMatchObject({ by: 'Leena', text: 'Can this one wait until the 27th?' })
    const looks = await db.many(sql`
      select from audit_event where subject_id = ${accountId} and action = 'QueueItemSeen'`)
    expect(looks).toHaveLength(1)
  })
})

it('The role of a kind is that of the call that settles it', () => {
  const settledBy: Record<QueueKind, keyof typeof staffContract> = {
    Plan: 'POST /api/staff/reviews/:reviewId/approve',
    Discount: 'POST /api/staff/reviews/:reviewId/approve',
    Skip: 'POST /api/staff/reviews/:reviewId/approve',
    FeeChange: 'POST /api/staff/reviews/:reviewId/approve',
    Identity: 'POST /api/staff/reviews/:reviewId/approve',
    BankAccount: 'POST /api/staff/approvals/:approvalId/approve',
    Invoice: 'POST /api/staff/reviews/:reviewId/approve',
    Withdrawal: 'POST /api/staff/reviews/:reviewId/approve',
    Switch: 'POST /api/staff/accounts/:accountId/switch/complete',
    Deposit: 'POST /api/staff/deposits/:billerCode/:bankReference/match',
    Debit: 'POST /api/staff/payment-requests/:requestId/resend',
    Arrears: 'POST /api/staff/payment-requests/:requestId/resend',
    Payment: 'POST /api/staff/offline-payments',
    Refund: 'POST /api/staff/payments/:paymentId/refunds',
    Dispute: 'POST /api/staff/payments/:paymentId/refunds',
    Chat: 'POST /api/staff/conversations/:conversationId/reply',
    ContactChange: 'POST /api/staff/contact-changes/:contactChangeId/resolve',
    PartYear: 'POST /api/staff/accounts/:accountId/plans',
    RenewalWithoutMethod: 'POST /api/staff/accounts/:accountId/plans',
    StalledPlan: 'POST /api/staff/accounts/:accountId/plans',
    PlanCredit: 'POST /api/staff/accounts/:accountId/adjustments',
    Care: 'POST /api/staff/care/:careId/offer',
    Approval: 'POST /api/staff/approvals/:approvalId/approve',
    Job: 'POST /api/staff/jobs/:name/run',
    Parked: 'POST /api/staff/parked-items/retry',
  }
  const table: Record<string, Endpoint> = staffContract
  expect(Object.fromEntries(queueKinds.map((kind) => [kind, table[settledBy[kind]]?.access]))).toEqual(
    queueRoles,
  )
})
