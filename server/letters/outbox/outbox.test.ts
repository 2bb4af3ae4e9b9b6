import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import { requestIdOf } from '#tools/demo/requests.ts'
import { addFamily } from '#tools/testing/family.ts'
import { itLong } from '#tools/testing/long-tests.ts'
import { startBeside } from '#tools/testing/server-process.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'
import type { Message } from '../messages/message.ts'
import { deliverMessage, deliverWaiting, putAllInOutbox, putInOutbox } from './outbox.ts'

const server = await testServer()
const { deps, message, travel } = server
const minute = 60_000

const code = (recipient: string, changes: Partial<Message> = {}): Message => ({
  kind: 'LogInCode',
  facts: { code: '654321' },
  recipient,
  customerId: null,
  ...(changes as object),
})
const letter = (recipient: string, changes: Partial<Message> = {}): Message => ({
  kind: 'PlanCompleted',
  facts: { firstName: 'Olivia', shortId: 'LW1', schoolName: 'Wattle – Ridge', tuitionYear: 2026 },
  recipient,
  customerId: null,
  ...(changes as object),
})
const put = (wanted: Message) => deps.db.transaction((tx) => putInOutbox(tx, deps, wanted))
const fault = (rule: object) => server.sandboxApi('faults', rule)
const inMinutes = (minutes: number) => new Date(deps.clock().getTime() + minutes * minute)
async function received(to: string): Promise<number> {
  const reply = await fetch(`${server.sandboxUrl}/_sandbox/api/messages?${new URLSearchParams({ to })}`)
  return ((await reply.json()) as { messages: unknown[] }).messages.length
}
const rowOf = (recipient: string) =>
  deps.db.first<{ status: string; tries: number; facts: unknown }>(sql`
    select status, tries, facts from outbox_message where recipient = ${recipient}`)
const statusOf = async (recipient: string) => (await rowOf(recipient))?.status

describe('The outbox', () => {
  it('sends what was committed', async () => {
    await put(code('+61491570201'))
    expect((await message('+61491570201', 'sms')).code).toBe('654321')
  })

  it('sends nothing of a transaction that was rolled back', async () => {
    const work = deps.db.transaction(async (tx) => {
      await putInOutbox(tx, deps, code('+61491570202'))
      throw new Error('changed my mind')
    })
    await expect(work).rejects.toThrow()
    await put(code('+61491570203'))
    await message('+61491570203', 'sms')
    expect(await received('+61491570202')).toBe(0)
  })

  it('makes the words of a letter when it leaves, as text and as HTML', async () => {
    await put(letter('olivia@demo.example'))
    expect(await message('olivia@demo.example', 'email')).toMatchObject({
      subject: 'Your plan for 2026 is complete',
      text: expect.stringContaining('Wattle – Ridge'),
      html: expect.stringContaining('Wattle – Ridge'),
    })
    expect(await rowOf('olivia@demo.example')).toMatchObject({ facts: { shortId: 'LW1' } })
  })

  it('sends a message of before, which brought its own words', async () => {
    const id = randomUUID()
    await deps.db.run(sql`
      insert into outbox_message (id, channel, recipient, subject, text_body, html_body, created_at)
      values (${id}, 'email', 'old@demo.example', 'Hello – from us', 'Plain', '<p>Plain</p>', ${deps.clock()})`)
    await deliverMessage(deps, id)
    expect(await message('old@demo.example', 'email')).toMatchObject({
      subject: 'Hello – from us',
      text: 'Plain',
      html: expect.stringContaining('<p>Plain</p>'),
    })
  })

  it('sends a message with a key only once, no matter who adds it', async () => {
    const named = { once: 'PlanCompleted:LW1:2026' }
    await Promise.all([1, 2, 3].map(() => put(letter('once@demo.example', named))))
    await message('once@demo.example', 'email')
    await put(letter('once@demo.example', named))
    const count = await putAllInOutbox(deps.db, deps, [
      letter('once@demo.example', named),
      letter('twice@demo.example', { once: 'another' }),
      letter('twice@demo.example', { once: 'another' }),
    ])
    expect(count).toBe(1)
    const rows = await deps.db.many(sql`select 1 from outbox_message where recipient = 'once@demo.example'`)
    expect(rows).toHaveLength(1)
  })

  it('keeps no secret that is sent, expired or refused, and every letter', async () => {
    await put(code('+61491570211'))
    await put(code('+61491570212', { sendBefore: inMinutes(-1) }))
    await put(code('+61491570000'))
    await put(letter('kept@demo.example'))
    for (const [recipient, status] of [
      ['+61491570211', 'Sent'],
      ['+61491570212', 'Expired'],
      ['+61491570000', 'Refused'],
    ] as const)
      await expect.poll(() => rowOf(recipient)).toMatchObject({ status, facts: null })
    await expect
      .poll(() => rowOf('kept@demo.example'))
      .toMatchObject({ status: 'Sent', facts: { firstName: 'Olivia' } })
    expect(await received('+61491570212')).toBe(0)
  })

  it('tries again when the provider was away, and delivers once', async () => {
    await fault({ provider: 'sms', times: 1, action: 'status:503' })
    await put(code('+61491570204'))
    await message('+61491570204', 'sms')
    await expect.poll(() => rowOf('+61491570204')).toMatchObject({ status: 'Sent', tries: 2 })
    expect(await received('+61491570204')).toBe(1)
  })

  itLong('does not wait for a mail server that hangs, and delivers once it answers', async () => {
    await fault({ provider: 'smtp', times: 1, action: 'hang' })
    await put(letter('harriet@demo.example'))
    // A code does not wait behind the letter.
    await put(code('+61491570207'))
    await message('+61491570207', 'sms')
    expect(await statusOf('harriet@demo.example')).toBe('Waiting')
    await expect.poll(() => rowOf('harriet@demo.example')).toMatchObject({ status: 'Sent', tries: 2 })
    expect(await received('harriet@demo.example')).toBe(1)
  })

  it('never sends a code that has expired', async () => {
    const [sendBefore, recipient] = [inMinutes(1), '+61491570205']
    await putAllInOutbox(deps.db, deps, [code(recipient, { sendBefore })])
    await travel(minute)
    await deliverWaiting(deps)
    expect(await statusOf(recipient)).toBe('Expired')
    expect(await received(recipient)).toBe(0)
  })

  it('sends once when many workers reach for the same messages', async () => {
    const people = Array.from({ length: 30 }, (_, place) => `parent${place}@demo.example`)
    await putAllInOutbox(
      deps.db,
      deps,
      people.map((recipient) => letter(recipient)),
    )
    await travel(minute)
    await Promise.all([1, 2, 3].map(() => deliverWaiting(deps)))
    expect(await Promise.all(people.map(received))).toEqual(people.map(() => 1))
  })

  it('sends the others when some cannot be written, however many', async () => {
    const broken = Array.from({ length: 17 }, (_, place) => `broken${place}@demo.example`)
    await putAllInOutbox(
      deps.db,
      deps,
      broken.map((recipient) => letter(recipient)),
    )
    await deps.db.run(sql`
      update outbox_message set kind = 'FromTomorrow' where recipient like 'broken%'`)
    await travel(minute)
    await putAllInOutbox(deps.db, deps, [letter('good@demo.example')])
    await travel(minute)
    await deliverWaiting(deps)
    expect(await statusOf('good@demo.example')).toBe('Sent')
    for (const recipient of broken)
      expect(await rowOf(recipient)).toMatchObject({ status: 'Waiting', tries: 1 })
  })

  itLong(
    'holds everything while mail and text messages are away for an hour, and then sends each once',
    async () => {
      const beside = await startBeside(server)
      for (const [provider, action] of [
        ['smtp', 'smtp:451'],
        ['sms', 'status:503'],
      ])
        await fault({ provider, action, times: 999_999 })
      const letters = Array.from({ length: 20 }, (_, place) => `held${place}@demo.example`)
      const texts = Array.from({ length: 10 }, (_, place) => `+614915760${10 + place}`)
      const codes = Array.from({ length: 5 }, (_, place) => `+614915770${10 + place}`)
      await addFamily(server, {
        email: 'asked@demo.example',
        mobile: null,
        accounts: [{ requests: [{ id: 'reminded-of', amountDue: cents(500) }] }],
      })
      const requestId = requestIdOf('reminded-of')
      const reminder = (recipient: string): Message => ({
        kind: 'PaymentOverdueText',
        facts: { region: 'AU', schoolName: 'Wattle Ridge', amount: 5 as never, requestId },
        recipient,
        customerId: null,
      })
      for (const recipient of letters) await put(letter(recipient))
      for (const recipient of texts) await put(reminder(recipient))
      for (const recipient of codes) await put(code(recipient, { sendBefore: inMinutes(5) }))

      // Both processes sweep through the hour, this one by hand and whichever takes the job.
      for (let tens = 0; tens < 6; tens += 1) {
        await travel(10 * minute)
        deps.jobs.start('deliver-waiting', {})
        await deliverWaiting(deps)
      }
      expect((await Promise.all([...letters, ...texts, ...codes].map(received))).every((n) => n === 0)).toBe(
        true,
      )

      await fetch(`${server.sandboxUrl}/_sandbox/api/faults`, { method: 'DELETE' })
      await travel(10 * minute)
      const everyone = [...letters, ...texts]
      await expect
        .poll(async () => {
          deps.jobs.start('deliver-waiting', {})
          await Promise.all([deliverWaiting(deps), deliverWaiting(deps)])
          return (await Promise.all(everyone.map(statusOf))).filter((status) => status !== 'Sent')
        })
        .toEqual([])
      expect(await Promise.all(everyone.map(received))).toEqual(everyone.map(() => 1))
      expect(await Promise.all(codes.map(statusOf))).toEqual(codes.map(() => 'Expired'))
      expect(await Promise.all(codes.map(received))).toEqual(codes.map(() => 0))
      beside.child.kill('SIGTERM')
      await beside.exit
    },
  )
})

describe('Messages to one recipient', () => {
  const subjects = async (to: string) => {
    const reply = await fetch(`${server.sandboxUrl}/_sandbox/api/messages?${new URLSearchParams({ to })}`)
    const { messages } = (await reply.json()) as { messages: { seq: number; subject: string }[] }
    return messages.toSorted((a, b) => a.seq - b.seq).map(({ subject }) => subject)
  }
  const ofYear = (recipient: string, tuitionYear: number, changes: Partial<Message> = {}) =>
    letter(recipient, {
      facts: { firstName: 'Olivia', shortId: 'LW1', schoolName: 'Wattle Ridge', tuitionYear },
      ...(changes as object),
    })
  const inOrder = (...years: number[]) => years.map((year) => `Your plan for ${year} is complete`)
  /** One after the other, as their reasons come. */
  const putInTurn = async (...messages: Message[]) => {
    for (const each of messages) {
      await putAllInOutbox(deps.db, deps, [each])
      await travel(1)
    }
  }

  itLong('leave in their order, even where an older one has to be tried again', async () => {
    const to = 'in-order@demo.example'
    await fault({ provider: 'smtp', times: 1, action: 'smtp:451' })
    for (const year of [2026, 2027, 2028]) await put(ofYear(to, year))
    await expect.poll(() => subjects(to)).toEqual(inOrder(2026, 2027, 2028))
  })

  it('leave in their order with the sweep too', async () => {
    const to = 'swept@demo.example'
    await putInTurn(...[2026, 2027, 2028].map((year) => ofYear(to, year)))
    await fault({ provider: 'smtp', times: 1, action: 'smtp:451' })
    await travel(minute)
    await deliverWaiting(deps)
    expect(await subjects(to)).toEqual([])
    await travel(minute)
    await Promise.all([deliverWaiting(deps), deliverWaiting(deps)])
    await deliverWaiting(deps)
    expect(await subjects(to)).toEqual(inOrder(2026, 2027, 2028))
  })

  it('do not wait for one that was refused, that nobody could write, or that has waited for a day', async () => {
    const to = 'moves-on@demo.example'
    await putInTurn(...[2026, 2027, 2028, 2029].map((year) => ofYear(to, year)))
    const change = (year: number, set: Statement) =>
      deps.db.run(sql`
        update outbox_message set ${set} where recipient = ${to} and facts ->> 'tuitionYear' = ${String(year)}`)
    await change(2026, sql`status = 'Refused'`)
    await change(2027, sql`kind = 'FromTomorrow'`)
    await change(2028, sql`created_at = ${inMinutes(-25 * 60)}, try_after = ${inMinutes(60)}`)
    await travel(minute)
    await deliverWaiting(deps)
    expect(await subjects(to)).toEqual(inOrder(2029))
    const parked = await deps.db.many(sql`
      select parked_item.tries from parked_item join outbox_message on id::text = item
      where work = 'deliver-messages' and recipient = ${to}`)
    expect(parked).toEqual([{ tries: 1 }])
  })

  it('that are only good for a moment wait for none', async () => {
    const to = '+61491570299'
    await deps.db.run(sql`
      insert into outbox_message (id, channel, recipient, text_body, created_at, try_after)
      values (${randomUUID()}, 'sms', ${to}, 'An older text', ${deps.clock()}, ${inMinutes(30)})`)
    await put(code(to, { sendBefore: inMinutes(5) }))
    expect((await message(to, 'sms')).code).toBe('654321')
    expect(await received(to)).toBe(1)
  })

  it('are left to the process that is sending them, until its lease has run out', async () => {
    const to = 'leased@demo.example'
    await putAllInOutbox(deps.db, deps, [letter(to)])
    const row = await deps.db.first<{ id: string }>(
      sql`select id from outbox_message where recipient = ${to}`,
    )
    const lease = (until: Date) =>
      deps.db.run(sql`update outbox_message set leased_until = ${until} where recipient = ${to}`)
    await lease(new Date(Date.now() + minute))
    await deliverMessage(deps, row?.id ?? '')
    await travel(minute)
    await deliverWaiting(deps)
    expect(await received(to)).toBe(0)
    await lease(new Date(Date.now() - 1))
    await deliverMessage(deps, row?.id ?? '')
    expect(await received(to)).toBe(1)
  })
})
