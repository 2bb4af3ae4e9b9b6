import { describe, expect, it } from 'vitest'
import { sql } from '#server/platform/database/sql.ts'
import { addFamily } from '#tools/testing/family.ts'
import { itLong } from '#tools/testing/long-tests.ts'
import { testServer } from '#tools/testing/server.ts'
import { commandsOf } from '#tools/testing/staff-command.ts'
import { addStaff } from '#tools/testing/staff.ts'

const server = await testServer()
const { deps } = server
const owen = await addStaff(server, 'operations')
const { done, raw } = commandsOf(server, owen.token)
const admin = commandsOf(server, (await addStaff(server, 'admin')).token)
const why = ['--reason', 'As agreed']

describe('Of the company, from the keyboard,', () => {
  itLong('who did what is found by person, family, action and kind, and counted', async () => {
    const { accounts } = await addFamily(server, {
      email: 'audited@demo.example',
      mobile: null,
      lastName: 'Auditor',
    })
    const shortId = accounts[0]?.shortId ?? ''
    await done('requests', 'create', shortId, '--amount', '45', '--due', '2027-06-30', ...why)
    expect(await done('audit', 'find', '--find', owen.email, '--kind', 'Changes')).toContain('Auditor')
    const found = await raw('audit', 'find', '--find', shortId, '--action', 'PaymentRequested')
    expect(found).toMatchObject([{ action: 'PaymentRequested', details: { reason: 'As agreed' } }])
    expect(await done('audit', 'list', shortId)).toContain('As agreed')
    const before = await raw('audit', 'find', '--action', 'PaymentRequested', '--to', '2001-01-01')
    expect(before).toEqual([])
    expect(await done('audit', 'summary', '--find', owen.email)).toMatch(/1/)
  })

  it('roles are explained, given, taken away with the next click, and people are let out and in', async () => {
    expect(await done('staff', 'roles')).toMatch(/Decide reviews, change plans/)
    const priya = await addStaff(server, 'support')
    const hers = commandsOf(server, priya.token)
    expect((await hers.ops('approvals', 'list')).code).toBe(1)
    await admin.done('staff', 'edit', priya.email, '--role', 'operations', ...why)
    await hers.done('approvals', 'list')
    await admin.done('staff', 'edit', priya.email, '--role', 'support', ...why)
    expect((await hers.ops('approvals', 'list')).code).toBe(1)
    await admin.done('staff', 'disable', priya.email, ...why, '--yes')
    expect((await hers.ops('me')).code).toBe(1)
    await admin.done('staff', 'enable', priya.email, ...why)
    expect(await admin.done('staff', 'list')).toMatch(new RegExp(`${priya.email} +support +Active`))
  })

  itLong('a message that was refused is sent again', async () => {
    const email = 'bounced@demo.example'
    const { accounts } = await addFamily(server, { email, mobile: null })
    await done(
      'requests',
      'create',
      accounts[0]?.shortId ?? '',
      '--amount',
      '45',
      '--due',
      '2027-06-30',
      ...why,
    )
    const first = await server.message(email, 'email')
    const [message] = await raw('outbox', 'list', '--to', email)
    await expect.poll(async () => (await raw('outbox', 'list', '--to', email))[0].status).toBe('Sent')
    await deps.db.run(sql`update outbox_message set status = 'Refused' where id = ${message.id}`)
    await done('outbox', 'resend', message.id, ...why)
    expect((await server.message(email, 'email', first.seq)).text).toContain('$45.00')
    expect(await done('outbox', 'show', message.id)).toContain('$45.00')
  })

  it('a setting is changed and goes back to the configuration', async () => {
    await admin.done('settings', 'set', '--phone-au', '1300 000 111', ...why)
    expect(await admin.done('settings', 'show')).toContain('1300 000 111')
    expect((await server.call('GET /api/settings')).body.support.AU.phone).toBe('1300 000 111')
    await admin.done('settings', 'set', '--phone-au', 'default', ...why)
    expect((await server.call('GET /api/settings')).body.support.AU.phone).not.toBe('1300 000 111')
  })

  it('a surcharge rate holds once a second admin agrees, and is withdrawn before its day', async () => {
    const rate = ['--region', 'AU', '--cards', 'AmericanExpress']
    const from = ['--from', '2027-07-01']
    await admin.done('rates', 'set', ...rate, '--percent', '1.2', ...from, ...why, '--yes')
    const known = async () => JSON.stringify(await admin.raw('rates', 'list')).includes('2027-07-01')
    expect(await known()).toBe(false)
    const [{ id }] = await admin.raw('approvals', 'list')
    const other = commandsOf(server, (await addStaff(server, 'admin')).token)
    await other.done('approvals', 'approve', id, ...why, '--yes')
    expect(await known()).toBe(true)
    await admin.done('rates', 'withdraw', ...rate, ...from, ...why)
    expect(await known()).toBe(false)
  })

  itLong('a job is started, and its runs are listed', async () => {
    await done('jobs', 'run', 'purge-expired', ...why)
    await expect.poll(() => done('jobs', 'runs', 'purge-expired')).toContain('Done')
    expect(await done('errors', 'list')).not.toBe('')
  })
})
