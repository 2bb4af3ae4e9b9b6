import { randomUUID } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { LiveQueue } from '#contract/staff-live.ts'
import { addFamily } from '#tools/testing/family.ts'
import { itLong } from '#tools/testing/long-tests.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'

const server = await testServer({ doesJobs: false })
const { deps, call } = server
const { db } = deps

/** What a browser hears, until the test or the server ends it. */
async function listen({ token }: { token: string }, headers: object = { authorization: `Bearer ${token}` }) {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const reply = await fetch(`${server.url}/api/staff/live`, { headers: { ...headers }, signal: stop.signal })
  const heard: { event: string; data: LiveQueue }[] = []
  let isOpen = true
  void (async () => {
    let text = ''
    for await (const chunk of reply.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const parts = text.split('\n\n')
      text = parts.pop() ?? ''
      for (const part of parts) {
        const [, event, data] = /^event: (\w+)\ndata: (.+)$/.exec(part) ?? []
        if (event && data) heard.push({ event, data: JSON.parse(data) })
      }
    }
  })()
    .catch(() => {})
    .finally(() => (isOpen = false))
  return { reply, heard, isOpen: () => isOpen, stop: () => stop.abort() }
}

async function write(): Promise<{ kind: 'Chat'; id: string }> {
  const { accountId } = await addFamily(server, { email: `${randomUUID()}@demo.example`, mobile: null })
  const id = randomUUID()
  await db.run(sql`
    insert into conversation (id, customer_id, created_at)
    select ${id}, customer_id, ${deps.clock()} from account_member where account_id = ${accountId}`)
  await db.run(sql`
    insert into conversation_message (conversation_id, id, author, author_id, body, created_at)
    select id, ${randomUUID()}, 'Customer', customer_id, 'Hello?', ${deps.clock()} from conversation where id = ${id}`)
  return { kind: 'Chat', id }
}

describe('A listener', () => {
  itLong('hears at once how much waits, and then what is new, taken and settled', async () => {
    const priya = await addStaff(server, 'support')
    const { reply, heard } = await listen(priya)
    expect(reply.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    await expect.poll(() => heard[0]).toMatchObject({ event: 'queue', data: { changed: [] } })
    const before = heard[0]!.data
    const chat = await write()
    const last = () => heard.at(-1)?.data
    await expect
      .poll(last)
      .toMatchObject({ chats: before.chats + 1, changed: [{ ...chat, isGone: false, takenById: null }] })
    await call('POST /api/staff/queue/take', { token: priya.token, body: chat })
    await expect.poll(last).toMatchObject({ changed: [{ ...chat, takenById: priya.staffId }] })
    await call(`POST /api/staff/conversations/${chat.id}/reply`, {
      token: priya.token,
      body: { text: 'Hello', reason: 'Answered' },
    })
    await expect.poll(last).toMatchObject({ waiting: before.waiting, changed: [{ ...chat, isGone: true }] })
  })

  itLong('hears nothing of what their role may not settle', async () => {
    const [priya, owen] = [await addStaff(server, 'support'), await addStaff(server, 'operations')]
    const [support, operations] = [await listen(priya), await listen(owen)]
    await expect.poll(() => support.heard.length + operations.heard.length).toBe(2)
    await addFamily(server, {
      email: `${randomUUID()}@demo.example`,
      mobile: null,
      accounts: [{ documents: { uploads: ['Waiting'] } }],
    })
    await expect.poll(() => operations.heard.at(-1)?.data.changed).toMatchObject([{ kind: 'Invoice' }])
    expect(support.heard).toHaveLength(1)
  })

  it('may do so by the cookie of the desk, and not without a session', async () => {
    const priya = await addStaff(server, 'support')
    const byCookie = await listen(priya, { cookie: `larkwell-staff=${priya.token}` })
    await expect.poll(() => byCookie.heard.length).toBe(1)
    expect((await listen(priya, {})).reply.status).toBe(401)
  })

  // The heartbeat comes after fifteen seconds.
  itLong('does not keep a session alive, and is told when it is over', async () => {
    const priya = await addStaff(server, 'support')
    const used = () => db.first(sql`select last_used_at from staff_session where staff_id = ${priya.staffId}`)
    await db.run(sql`
      update staff_session set last_used_at = ${new Date(deps.clock().getTime() - 20 * 60_000)}
      where staff_id = ${priya.staffId}`)
    const before = await used()
    const { heard, isOpen } = await listen(priya)
    await expect.poll(() => heard.length).toBe(1)
    expect(await used()).toEqual(before)
    await db.run(sql`update staff_session set ended_at = ${deps.clock()} where staff_id = ${priya.staffId}`)
    await expect.poll(() => heard.at(-1)?.event).toBe('over')
    await expect.poll(isOpen).toBe(false)
  })
})

describe('A server that stops', () => {
  const listenTo = ({ url }: { url: string }, token: string) =>
    fetch(`${url}/api/staff/live`, { headers: { authorization: `Bearer ${token}` } })

  it('does not wait for who listens', async () => {
    const other = await testServer({ doesJobs: false })
    const { token } = await addStaff(other, 'support')
    const reply = await listenTo(other, token)
    expect(reply.status).toBe(200)
    const ended = reply.text()
    await other.close()
    expect(await ended).toContain('retry: ')
  })

  it('does not wait for who was being let in', async () => {
    const other = await testServer({ doesJobs: false })
    const { token } = await addStaff(other, 'support')
    const isWaiting = () =>
      other.deps.db.first(sql`
        select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
    const { reply, closed } = await other.deps.db.transaction(async (tx) => {
      await tx.run(sql`lock table staff_session in access exclusive mode`)
      const asked = listenTo(other, token)
      await expect.poll(isWaiting).toBeDefined()
      return { reply: asked, closed: other.close() }
    })
    expect(await (await reply).text()).toContain('retry: ')
    await closed
  })
})
