import { describe, expect, it } from 'vitest'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../database/sql.ts'
import { deliverMessage, putInOutbox, type Message } from './outbox.ts'

const server = await testServer()
const { deps, message, travel } = server

const sms = (recipient: string, sendBefore: Date | null = null): Message => ({
  channel: 'sms',
  recipient,
  text: '654321 is your Larkwell code.',
  isSecret: true,
  sendBefore,
  customerId: null,
})
const put = (wanted: Message) => deps.db.transaction((tx) => putInOutbox(tx, deps, wanted))
const fault = (rule: object) =>
  fetch(`${server.sandboxUrl}/_sandbox/api/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(rule),
  })
const received = async (to: string) => {
  const reply = await fetch(`${server.sandboxUrl}/_sandbox/api/messages?${new URLSearchParams({ to })}`)
  return ((await reply.json()) as { messages: unknown[] }).messages.length
}
const statusOf = (recipient: string) =>
  deps.db.first<{ status: string; tries: number }>(sql`
    select status, tries from outbox_message where recipient = ${recipient}`)

describe('The outbox', () => {
  it('sends what was committed', async () => {
    await put(sms('+61491570201'))
    expect((await message('+61491570201', 'sms')).code).toBe('654321')
  })

  it('sends nothing of a transaction that was rolled back', async () => {
    const work = deps.db.transaction(async (tx) => {
      await putInOutbox(tx, deps, sms('+61491570202'))
      throw new Error('changed my mind')
    })
    await expect(work).rejects.toThrow()
    await put(sms('+61491570203'))
    await message('+61491570203', 'sms')
    expect(await received('+61491570202')).toBe(0)
  })

  it('sends mail with text and HTML', async () => {
    await put({
      channel: 'email',
      recipient: 'olivia@demo.example',
      subject: 'Hello – from us',
      text: 'Plain words',
      html: '<p>Plain words</p>',
      isSecret: false,
      sendBefore: null,
      customerId: null,
    })
    expect(await message('olivia@demo.example', 'email')).toMatchObject({
      subject: 'Hello – from us',
      html: expect.stringContaining('<p>Plain words</p>'),
    })
  })

  it('tries again when the provider was away, and delivers once', async () => {
    await fault({ provider: 'sms', times: 1, action: { status: 503 } })
    await put(sms('+61491570204'))
    await message('+61491570204', 'sms')
    await expect.poll(() => statusOf('+61491570204')).toEqual({ status: 'Sent', tries: 2 })
    expect(await received('+61491570204')).toBe(1)
  })

  it('does not wait for a mail server that hangs, and delivers once it answers', async () => {
    await fault({ provider: 'smtp', times: 1, action: 'hang' })
    await put({ ...sms('harriet@demo.example'), channel: 'email', subject: 'Hello', html: '<p>Hello</p>' })
    await expect
      .poll(() => statusOf('harriet@demo.example'), { timeout: 25_000 })
      .toEqual({ status: 'Sent', tries: 2 })
    expect(await received('harriet@demo.example')).toBe(1)
  })

  it('gives up on a number that the provider refuses', async () => {
    await put(sms('+61491570000'))
    await expect.poll(() => statusOf('+61491570000'), { timeout: 5000 }).toMatchObject({ status: 'Refused' })
  })

  it('never sends a code that has expired', async () => {
    const id = '11111111-1111-4111-8111-111111111111'
    await deps.db.run(sql`
      insert into outbox_message (id, channel, recipient, text_body, is_secret, send_before, created_at)
      values (${id}, 'sms', '+61491570205', '123456', true, ${new Date(deps.clock().getTime() + 60_000)}, ${deps.clock()})`)
    await travel(60_000)
    await deliverMessage(deps, id)
    expect(await statusOf('+61491570205')).toMatchObject({ status: 'Expired' })
    expect(await received('+61491570205')).toBe(0)
  })

  it('sends once when two workers reach for the same message', async () => {
    const id = '22222222-2222-4222-8222-222222222222'
    await deps.db.run(sql`
      insert into outbox_message (id, channel, recipient, text_body, created_at)
      values (${id}, 'sms', '+61491570206', 'hello', ${deps.clock()})`)
    await Promise.all(Array.from({ length: 5 }, () => deliverMessage(deps, id)))
    expect(await received('+61491570206')).toBe(1)
  })
})
