import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toDecimal, cents } from '#domain/money.ts'
import { visaDebit } from '#tools/demo/sources.ts'
import { firstOf } from '#tools/testing/long.ts'
import { expectSoundLedger } from '#tools/testing/payments.ts'
import { readPdf } from '#tools/testing/pdf-text.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff, approveAs } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'
import { checkAnswers } from './answers.ts'

const server = await testServer({ stripeTimeoutMs: 3_000, disputeApprovalLimit: 100_00 })
const { deps } = server
const { db } = deps
const { run, addPlanFamily, hearNews } = daysOf(server)
const day = 24 * 60 * 60_000

beforeEach(async () => {
  await fetch(`${server.sandboxUrl}/_sandbox/api/faults`, { method: 'DELETE' })
})
afterEach(() => expectSoundLedger(server))

type PlanFamily = Awaited<ReturnType<typeof addPlanFamily>>
const collected: PlanFamily[] = []

/** A family whose instalment was collected. A run collects of several, which takes hardly longer than of one. */
async function collectedFamily(): Promise<PlanFamily> {
  if (collected.length === 0) {
    const account = { students: [{ firstName: 'Isla' }], sources: [visaDebit()] }
    for (let count = 0; count < 8; count += 1) collected.push(await addPlanFamily(account))
    await collected[0]?.comeToCollection()
    await run()
  }
  return collected.pop()!
}

/** A family whose collected instalment is disputed, with what staff do about it. */
async function disputedFamily(more: object = {}) {
  const family = await collectedFamily()
  const { accountId } = family
  const payment = await db.first<{ id: string; intent: string }>(sql`
    select id, provider_payment_id as intent from payment
    where account_id = ${accountId} and status = 'Succeeded' and provider_payment_id not like 'pi_demo%'
    order by created_at desc limit 1`)
  const stripe = deps.providers.stripe[family.region].client
  const charges = await stripe.charges.list({ payment_intent: payment?.intent ?? '' })
  const made = await server.sandboxApi('stripe/dispute', { charge: charges.data[0]?.id, ...more })
  expect(made.status).toBeLessThan(300)
  await hearNews()
  const row = await db.first<{ id: string; providerId: string }>(sql`
    select id, provider_dispute_id as "providerId" from dispute where account_id = ${accountId}`)
  const person = await addStaff(server, 'operations')
  const path = `/api/staff/disputes/${row?.id}`
  const put = (body: object) =>
    server.call(`PUT ${path}/evidence`, {
      token: person.token,
      body: { reason: 'Putting together', ...body },
    })
  const get = (end = '/evidence') => server.call(`GET ${path}${end}`, { token: person.token })
  const send = (digest: string, token = person.token) =>
    server.call(`POST ${path}/evidence/send`, { token, body: { digest, reason: 'They knew of it' } })
  return {
    ...family,
    disputeId: row?.id ?? '',
    paymentId: payment?.id ?? '',
    person,
    put,
    get,
    send,
    file: async (field: string) => {
      const reply = await fetch(`${server.url}${path}/evidence/files/${field}`, {
        headers: { authorization: `Bearer ${person.token}` },
      })
      expect(reply.headers.get('content-type')).toBe('application/pdf')
      return Buffer.from(await reply.arrayBuffer())
    },
    /** What was saved, ready to be sent. */
    saved: async (words = 'School fees.') =>
      (await put({ parts: ['Receipt', 'Plan', 'LogIns'], words })).body,
    accept: (token = person.token) =>
      server.call(`POST ${path}/accept`, { token, body: { reason: 'We have nothing to say' } }),
    atProvider: () => stripe.disputes.retrieve(row?.providerId ?? ''),
    close: async (outcome: 'won' | 'lost') => {
      await server.sandboxApi('stripe/close-dispute', { dispute: row?.providerId, outcome })
      await hearNews()
    },
    listed: async (token = person.token) =>
      (
        (await server.call('GET /api/staff/disputes', { token })).body as {
          id: string
          evidenceDueAt: string
        }[]
      ).find(({ id }) => id === row?.id),
    answer: async () =>
      (
        (await server.call('GET /api/staff/disputes?state=All&limit=200', { token: person.token }))
          .body as any[]
      ).find(({ id }) => id === row?.id),
  }
}

const faults = (fault: object) => server.sandboxApi('faults', { provider: 'stripe', times: 1, ...fault })

describe('A dispute that waits for an answer', () => {
  it('is listed with its deadline and what the payer says, until it is answered', async () => {
    const family = await disputedFamily()
    expect(await family.listed()).toMatchObject({
      shortId: family.accounts[0]?.shortId,
      amount: toDecimal(cents(family.next.amount)),
      fee: 25,
      status: 'Open',
      reason: 'fraudulent',
      reasonText: 'Not recognised',
      evidenceSentAt: null,
      answer: null,
    })
    const due = new Date((await family.listed())?.evidenceDueAt ?? '').getTime()
    expect(due - deps.clock().getTime()).toBeGreaterThan(6.9 * day)
    await family.send((await family.saved()).digest)
    expect(await family.listed()).toBeUndefined()
  })
})

describe('Evidence', () => {
  it('is offered from what we have, in words that name no child', async () => {
    const family = await disputedFamily()
    const { body } = await family.get()
    expect(body.parts.map(({ part }: { part: string }) => part)).toEqual(
      expect.arrayContaining(['Plan', 'Notice', 'Receipt', 'EarlierPayments', 'LogIns', 'Messages']),
    )
    expect(body.draft).toBeNull()
    expect(body.words).toContain('School fees at Wattle Grove College')
    expect(body.childNames).toContain('Isla')
    expect(JSON.stringify(body.texts)).not.toContain('Isla')
    for (const { field } of body.files) {
      const text = (await readPdf(await family.file(field))).pages.flatMap(({ lines }) => lines).join(' ')
      expect(text).toContain(family.accounts[0]?.shortId)
      expect(text).not.toContain('Isla')
    }
    expect((await family.get('/evidence/files/refund_policy')).status).toBe(404)
  })

  it('is not saved where its words name a child', async () => {
    const family = await disputedFamily()
    const reply = await family.put({ parts: [], words: 'The fees of Isla were paid.' })
    expect([reply.status, reply.body.code, reply.body.fields.words]).toEqual([
      400,
      'names_child',
      expect.stringContaining('Isla'),
    ])
    expect((await family.get()).body.draft).toBeNull()
  })

  it('reaches the bank exactly as it was looked at, with who sent it and why on record', async () => {
    const family = await disputedFamily()
    const saved = await family.saved('They paid before.')
    expect(saved.draft.savedBy).toBe('Sam operations')
    expect(saved.parts.filter(({ isChosen }: any) => isChosen).map(({ part }: any) => part)).toEqual([
      'Plan',
      'Receipt',
      'LogIns',
    ])
    const sent = await family.send(saved.digest)
    expect([sent.status, sent.body]).toMatchObject([
      200,
      {
        evidenceSentAt: expect.any(String),
        answer: { kind: 'Evidence', status: 'Done', by: 'Sam operations' },
      },
    ])
    const { evidence, status } = await family.atProvider()
    expect(status).toBe('under_review')
    for (const { field, text } of saved.texts) expect(evidence).toHaveProperty(field, text)
    expect(evidence.uncategorized_text).toBe('They paid before.')
    for (const { field, bytes } of saved.files) {
      const id = evidence[field as 'receipt'] as string
      const file = await fetch(`${server.sandboxUrl}/_sandbox/api/stripe/files/${id}`)
      const content = Buffer.from(await file.arrayBuffer())
      expect(content.length).toBe(bytes)
      expect(content.equals(await family.file(field))).toBe(true)
    }
    // What was not chosen is not sent.
    expect(evidence.uncategorized_file).toBeNull()
    const [event] = await db.many<{ details: object }>(sql`
      select details from audit_event
      where subject_id = ${family.accountId} and action = 'DisputeEvidenceSent'`)
    expect(event?.details).toMatchObject({ disputeId: family.disputeId, reason: 'They knew of it' })
    expect((await family.get()).body.digest).toBe(saved.digest)
  })

  it('is sent once, however often and by how many it is sent at the same moment', async () => {
    const family = await disputedFamily()
    const { digest } = await family.saved()
    const second = await addStaff(server, 'operations')
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, at) => family.send(digest, at % 2 ? second.token : family.person.token)),
    )
    expect(replies.map(({ status }) => (status === 202 ? 200 : status))).toEqual([
      200, 200, 200, 200, 200, 200,
    ])
    expect((await family.atProvider()).evidence_details.submission_count).toBe(1)
    const events = await db.many(sql`
      select from audit_event where subject_id = ${family.accountId} and action = 'DisputeEvidenceSent'`)
    expect(events).toHaveLength(1)
    expect((await family.put({ parts: [], words: 'More' })).body.code).toBe('dispute_answered')
    expect((await family.send('x'.repeat(43))).body.code).toBe('dispute_answered')
    expect((await family.accept()).body.code).toBe('dispute_answered')
  })

  it('is not sent if a colleague has changed it since it was looked at, or if nobody has saved any', async () => {
    const family = await disputedFamily()
    const { digest: proposed } = (await family.get()).body
    expect((await family.send(proposed)).body.code).toBe('evidence_missing')
    const { digest } = await family.saved()
    await family.saved('In other words.')
    const reply = await family.send(digest)
    expect([reply.status, reply.body.code]).toEqual([409, 'evidence_changed'])
    expect((await family.atProvider()).status).toBe('needs_response')
  })

  it('is refused clearly after the deadline, and after the bank has decided', async () => {
    const family = await disputedFamily()
    const { digest } = await family.saved()
    await server.travel(8 * day)
    const { token } = await addStaff(server, 'operations')
    const late = await family.send(digest, token)
    expect([late.status, late.body.code]).toEqual([409, 'evidence_too_late'])
    await family.close('won')
    expect((await family.send(digest, token)).body.code).toBe('dispute_closed')
    expect(await db.many(sql`select from dispute_draft where dispute_id = ${family.disputeId}`)).toEqual([])
  })

  it.each(
    firstOf(1, [
      ['the reply is lost', { method: 'POST', path: '/v1/disputes/*', action: 'drop', after: true }],
      ['the provider is away', { method: 'POST', path: '/v1/disputes/*', action: 'status:503' }],
      ['a file does not get through', { method: 'POST', path: '/v1/files', action: 'hang' }],
    ] as const),
  )('is sent in the end, and once, where %s', async (_, fault) => {
    const family = await disputedFamily()
    const { digest } = await family.saved()
    // The library tries twice by itself.
    await faults({ ...fault, times: 2 })
    const reply = await family.send(digest)
    // A webhook may bring the news before the lost reply is given up.
    expect([reply.status, reply.body.answer.status].join(' ')).toMatch(/^(202 Ordered|200 Done)$/)
    await fetch(`${server.sandboxUrl}/_sandbox/api/faults`, { method: 'DELETE' })
    await server.travel(2 * 60_000)
    await checkAnswers(deps)
    await hearNews()
    expect((await family.answer()).answer).toMatchObject({ status: 'Done' })
    expect((await family.atProvider()).evidence_details.submission_count).toBe(1)
  })

  it('that the provider would not take is said to be refused, and can be sent again', async () => {
    const family = await disputedFamily()
    const { digest } = await family.saved()
    const { stripe } = deps.providers
    const update = stripe.AU.client.disputes.update
    stripe.AU.client.disputes.update = (id: string, { submit }: { submit: boolean }, options: object) =>
      update.call(stripe.AU.client.disputes, id, { evidence: { receipt: 'file_none' }, submit }, options)
    const refused = await family.send(digest)
    stripe.AU.client.disputes.update = update
    expect(refused.body.answer).toMatchObject({
      status: 'Refused',
      refusal: expect.stringContaining('No such file'),
    })
    expect(await family.listed()).toBeDefined()
    expect((await family.send(digest)).body.answer.status).toBe('Done')
  })

  it('that was sent at the provider counts as sent', async () => {
    const family = await disputedFamily()
    const { id } = await family.atProvider()
    await deps.providers.stripe.AU.client.disputes.update(id, { evidence: { uncategorized_text: 'By hand' } })
    await hearNews()
    expect(await family.listed()).toBeUndefined()
    expect((await family.put({ parts: [], words: 'x' })).body.code).toBe('dispute_answered')
  })
})

describe('The loss of a dispute', () => {
  it('is accepted by one person up to the limit: the family owes it again, and is told', async () => {
    const family = await disputedFamily({ amount: 80_00 })
    const reply = await family.accept()
    expect([reply.status, reply.body]).toMatchObject([
      200,
      { approval: null, dispute: { status: 'Lost', answer: { kind: 'Acceptance', status: 'Done' } } },
    ])
    expect((await family.atProvider()).status).toBe('lost')
    const letters = await db.many(sql`
      select from outbox_message where account_id = ${family.accountId} and kind = 'DisputeDecided'`)
    expect(letters).toHaveLength(1)
    expect((await family.accept()).body.code).toBe('dispute_closed')
  })

  it('needs two people above the limit, and nothing happens until the second agrees', async () => {
    const family = await disputedFamily()
    const asked = await family.accept()
    expect([asked.status, asked.body.approval]).toMatchObject([202, { kind: 'DisputeLoss', status: 'Open' }])
    expect((await family.atProvider()).status).toBe('needs_response')
    expect((await approveAs(server, family.person, asked.body.approval)).body.code).toBe('own_request')
    await approveAs(server, await addStaff(server, 'operations'), asked.body.approval)
    expect((await family.atProvider()).status).toBe('lost')
  })

  it('cannot be accepted of a question of the bank, which has taken nothing', async () => {
    const family = await disputedFamily({ isInquiry: true })
    expect((await family.accept()).body.code).toBe('not_possible')
    const { digest } = await family.saved()
    expect((await family.send(digest)).body.answer.status).toBe('Done')
    expect((await family.atProvider()).status).toBe('warning_under_review')
  })
})
