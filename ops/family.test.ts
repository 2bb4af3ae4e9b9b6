import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { dateIn } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import { addFamily } from '#tools/testing/family.ts'
import { addPayer, expectSoundLedger } from '#tools/testing/payments.ts'
import { itLong } from '#tools/testing/long-tests.ts'
import { testServer } from '#tools/testing/server.ts'
import { commandsOf } from '#tools/testing/staff-command.ts'
import { addStaff } from '#tools/testing/staff.ts'

const server = await testServer()
const operations = await addStaff(server, 'operations')
const admin = await addStaff(server, 'admin')
const { ops, done, raw } = commandsOf(server, operations.token)
const why = ['--reason', 'They called']
const folder = await mkdtemp(join(tmpdir(), 'larkwell-family-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('Of a family, from the keyboard,', () => {
  it('notes are added, pinned, changed and deleted, and only by who wrote them', async () => {
    const { accounts } = await addFamily(server, { email: 'noted@demo.example', mobile: null })
    const shortId = accounts[0]?.shortId ?? ''
    expect(await done('notes', 'list', shortId)).toBe('There are no notes.')
    expect(await done('notes', 'add', shortId, 'Call Leena, not Daniel', ...why)).toMatch(
      /Call Leena, not Daniel +Sam operations/,
    )
    const [{ id }] = await raw('notes', 'list', shortId)
    await done('notes', 'edit', shortId, id, '--text', 'Call Leena', '--pin', 'yes', ...why)
    expect(await raw('notes', 'list', shortId)).toMatchObject([{ text: 'Call Leena', isPinned: true }])
    const colleague = commandsOf(server, admin.token)
    const theirs = await colleague.ops('notes', 'delete', shortId, id, ...why, '--yes')
    expect([theirs.code, (await raw('notes', 'list', shortId)).length]).toEqual([1, 1])
    await done('notes', 'delete', shortId, id, ...why, '--yes')
    expect(await raw('notes', 'list', shortId)).toEqual([])
  })

  itLong(
    'the balance is shown, explained and followed to its entries, and all of them are saved',
    async () => {
      const family = await addPayer(server, { plans: [], balance: cents(0) })
      await family.pay(100)
      const shortId = family.accounts[0]?.shortId ?? ''
      expect(await done('families', 'show', shortId)).toContain('$100.00')
      expect(await done('families', 'why', shortId)).toContain('$100.00')
      const { rows } = await raw('families', 'ledger', shortId)
      expect(await done('families', 'entry', shortId, rows[0].id)).toContain('100.00')
      expect(await done('families', 'payments', shortId)).toContain('$100.00')
      expect(await done('families', 'activity', shortId)).not.toBe('')
      expect((await ops('families', 'plans', shortId)).code).toBe(0)
      const file = join(folder, 'ledger.csv')
      await done('families', 'export', shortId, '--to', file)
      expect(await readFile(file, 'utf8')).toContain('100.00')
    },
  )

  itLong('what it was sent is listed and read in its words', async () => {
    const email = 'told@demo.example'
    const { accounts } = await addFamily(server, { email, mobile: null })
    const shortId = accounts[0]?.shortId ?? ''
    await done('requests', 'create', shortId, '--amount', '45', '--due', '2027-06-30', ...why)
    await server.message(email, 'email')
    const { messages } = await raw('messages', 'list', shortId)
    expect(messages[0]).toMatchObject({ channel: 'email', recipient: email })
    expect(await done('messages', 'show', shortId, messages[0].id)).toContain('$45.00')
  })

  itLong('documents are listed, and one is saved for who asks alone', async () => {
    const { accounts } = await addFamily(server, {
      email: 'papers@demo.example',
      mobile: null,
      accounts: [{ documents: { uploads: ['Waiting'] } }],
    })
    const shortId = accounts[0]?.shortId ?? ''
    const [invoice] = await raw('documents', 'list', shortId)
    const file = join(folder, 'invoice.pdf')
    await done('documents', 'save', shortId, invoice.id, '--kind', invoice.kind, '--to', file)
    expect((await readFile(file)).subarray(0, 4).toString()).toBe('%PDF')
  })

  itLong('what was done at the desk is listed and undone', async () => {
    const family = await addPayer(server)
    const shortId = family.accounts[0]?.shortId ?? ''
    const id = randomUUID()
    await server.call(`POST /api/staff/accounts/${family.accountId}/actions`, {
      token: operations.token,
      body: {
        id,
        reason: 'They called',
        call: 'POST /api/staff/payment-requests',
        body: { accountId: family.accountId, amount: '45.00', dueOn: '2027-06-30' },
      },
    })
    expect(await done('actions', 'list', shortId)).toContain('$45.00')
    await done('actions', 'undo', shortId, id, ...why)
    expect(await raw('requests', 'list', '--account', shortId)).toMatchObject([{ status: 'Cancelled' }])
    expect((await ops('actions', 'undo', shortId, id, ...why)).code).toBe(1)
  })

  it('money by cheque is recorded, and taken back when it was another family’s', async () => {
    const family = await addPayer(server, { plans: [], balance: cents(0) })
    const shortId = family.accounts[0]?.shortId ?? ''
    const yesterday = dateIn('AU', new Date(server.deps.clock().getTime() - 86_400_000))
    const cheque = ['--amount', '35', '--on', yesterday, '--by', 'cheque', '--reference', 'CBA 1']
    await done('payments', 'record', shortId, ...cheque, ...why)
    const [payment] = await raw('payments', 'list', shortId)
    expect(await done('accounts', 'show', shortId)).toContain('$35.00')
    await done('payments', 'reverse', payment.id, ...why, '--yes')
    expect(await raw('accounts', 'show', shortId)).toMatchObject({ balance: 0 })
    await expectSoundLedger(server)
  })

  it('a balance is corrected once a second person has looked at it and agreed', async () => {
    const family = await addPayer(server, { plans: [], balance: cents(0) })
    const shortId = family.accounts[0]?.shortId ?? ''
    const adjust = (amount: string) =>
      done(
        'accounts',
        'adjust',
        shortId,
        '--type',
        'Credit',
        '--amount',
        amount,
        '--description',
        'Goodwill',
        ...why,
      )
    expect(await adjust('15')).toContain('second approval')
    const [{ id }] = await raw('approvals', 'list')
    expect(await done('approvals', 'show', id)).toContain('$15.00')
    expect((await ops('approvals', 'approve', id, ...why, '--yes')).code).toBe(1)
    const second = commandsOf(server, admin.token)
    await second.done('approvals', 'approve', id, ...why, '--yes')
    expect(await raw('accounts', 'show', shortId)).toMatchObject({ balance: 15 })
    await adjust('20')
    const [other] = await raw('approvals', 'list')
    await second.done('approvals', 'decline', other.id, ...why)
    expect(await raw('accounts', 'show', shortId)).toMatchObject({ balance: 15 })
    await expectSoundLedger(server)
  })
})
