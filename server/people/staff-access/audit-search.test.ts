import { describe, expect, it } from 'vitest'
import { staffContract } from '#contract/staff.ts'
import { addFamily } from '#tools/testing/family.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'

const server = await testServer()
const { call } = server
const operations = await addStaff(server, 'operations')
const support = await addStaff(server, 'support')

const get = (path: string, token = operations.token) => call(`GET /api/staff/${path}`, { token })
const actionsIn = (events: { action: string }[]) =>
  [...new Set(events.map(({ action }) => action))].toSorted()

async function busyDay() {
  const { accountId } = await addFamily(server, {
    email: 'audited@demo.example',
    mobile: null,
    firstName: 'Amelia',
    lastName: 'Auditor',
  })
  await get(`accounts/${accountId}`, support.token)
  const body = { accountId, amount: 100, dueOn: '2027-03-01', reason: 'The excursion' }
  const reply = await call('POST /api/staff/payment-requests', { token: operations.token, body })
  expect(reply.status).toBe(200)
  const { body: account } = await get(`accounts/${accountId}`)
  return { accountId, shortId: account.shortId as string }
}

describe('The audit trail', async () => {
  const { accountId, shortId } = await busyDay()

  it('is found by the family, by its short id and by its name', async () => {
    for (const find of [shortId, shortId.toLowerCase(), 'Auditor', 'audited@demo.example']) {
      const { body } = await get(`audit?find=${encodeURIComponent(find)}`)
      const about = body.find(({ subjectId }: { subjectId: string }) => subjectId === accountId)?.about
      if (find !== 'audited@demo.example')
        expect(about).toEqual({ kind: 'Account', name: 'Auditor family', shortId })
    }
  })

  it('is found by one of us, and by what they did: changed, or looked at', async () => {
    const changes = await get(`audit?find=${operations.email}&kind=Changes`)
    expect(actionsIn(changes.body)).toEqual(['PaymentRequested'])
    const views = await get(`audit?find=${support.email}&kind=Views`)
    expect(actionsIn(views.body)).toEqual(['AccountShown'])
  })

  it('is found by action and by day', async () => {
    const [event] = (await get('audit?action=PaymentRequested')).body
    expect(event).toMatchObject({ subjectId: accountId, details: { reason: 'The excursion' } })
    expect((await get('audit?action=PaymentRequested&from=2099-01-01')).body).toEqual([])
    expect((await get('audit?action=PaymentRequested&to=2001-01-01')).body).toEqual([])
  })

  it('comes page by page, each event once', async () => {
    const whole = (await get(`audit?subject=${accountId}&limit=500`)).body
    const pages: { id: string; at: string }[] = []
    for (;;) {
      const last = pages.at(-1)
      const after = last ? `&beforeAt=${encodeURIComponent(last.at)}&beforeId=${last.id}` : ''
      // Reading is recorded too, so only events from before the test's own reads are paged through.
      const page = (await get(`audit?subject=${accountId}&limit=2${after}`)).body
      if (page.length === 0) break
      pages.push(...page)
    }
    const ids = pages.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(expect.arrayContaining(whole.map(({ id }: { id: string }) => id)))
  })

  it('is counted by kind, with every action that was ever recorded', async () => {
    const { body } = await get(`audit/summary?find=${operations.email}`)
    expect(body.changes).toBe(1)
    expect(body.views).toBeGreaterThan(0)
    expect(body.actions).toEqual(expect.arrayContaining(['AuditRead', 'PaymentRequested']))
  })

  it('records who searched it and for what', async () => {
    await get('audit?find=somebody&action=PayoutMade')
    const { body } = await get('audit?action=AuditRead')
    expect(
      body.some(({ details }: any) => details.find === 'somebody' && details.action === 'PayoutMade'),
    ).toBe(true)
  })
})

describe('The permissions of staff', () => {
  it('are open to all staff, and follow the contract', async () => {
    const { status, body } = await get('permissions', support.token)
    expect(status).toBe(200)
    expect(body.abilities).toContainEqual({ about: 'Look at families, answer chats', role: 'support' })
    expect(body.abilities).toContainEqual({ about: 'People, texts and settings', role: 'admin' })
    const calls = body.chapters.flatMap(({ calls }: any) => calls)
    const closed = Object.values(staffContract).filter(({ access }) => access !== 'public')
    expect(calls).toHaveLength(closed.length)
  })
})
