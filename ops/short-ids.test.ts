import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { commands } from './commands.ts'
import { sql } from '#server/platform/database/sql.ts'
import { addFamily } from '#tools/testing/family.ts'
import { addPayer, paymentsOf } from '#tools/testing/payments.ts'
import { describeLong, itLong } from '#tools/testing/long-tests.ts'
import { testServer } from '#tools/testing/server.ts'
import { staffCommand } from '#tools/testing/staff-command.ts'
import { addStaff } from '#tools/testing/staff.ts'

const server = await testServer()
const { deps } = server
const operations = await addStaff(server, 'operations')
const admin = await addStaff(server, 'admin')
const ops = (token: string, ...words: string[]) =>
  staffCommand(words, { OPS_URL: server.url, OPS_TOKEN: token })
const asOperations = (...words: string[]) => ops(operations.token, ...words)
const anyId = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/

const family = await addPayer(server)
const { accountId } = family
const shortId = family.accounts[0]?.shortId ?? ''

const other = await addFamily(server, { email: 'other@demo.example', mobile: null })

describe('Ids', () => {
  it('are shown short and understood so: a payment is found in a list and given back', async () => {
    await family.pay(100)
    const [payment] = await paymentsOf(server, accountId)
    const listed = await asOperations('payments', 'list', shortId)
    expect(listed.out).toContain(payment?.id.slice(0, 8))
    expect(listed.out).not.toMatch(anyId)
    const part = ['--amount', '10', '--reason', 'Called', '--yes']
    const back = await asOperations('refunds', 'make', payment?.id.slice(0, 8) ?? '', ...part)
    expect([back.code, back.out.trim(), back.err]).toEqual([0, 'Sent back. The payer is notified.', ''])
    // With hyphens and in capitals, as somebody may have copied it.
    const longer = payment?.id.slice(0, 15).toUpperCase() ?? ''
    expect((await asOperations('refunds', 'make', longer, ...part)).code).toBe(0)
  })

  it('of requests are texts, and are understood by their beginning too', async () => {
    const due = ['--amount', '12.50', '--due', '2099-01-31', '--reason', 'Camp']
    const made = await asOperations('requests', 'create', shortId, ...due)
    const id = /Id +([\da-f]{8})$/m.exec(made.out)?.[1] ?? ''
    const shown = await asOperations('requests', 'show', id)
    expect([shown.code, shown.out]).toEqual([0, expect.stringContaining('$12.50')])
    const gone = await asOperations('requests', 'cancel', id, '--reason', 'Twice', '--yes')
    expect([gone.code, gone.out]).toEqual([0, expect.stringContaining('Cancelled.')])
  })

  itLong('that belong to an account are looked for there', async () => {
    const page = await asOperations('accounts', 'show', shortId)
    expect(page.out).not.toMatch(anyId)
    const { id } =
      (await deps.db.first<{ id: string }>(sql`select id from enrolment where account_id = ${accountId}`)) ??
      {}
    const edit = ['--last-name', 'Ray', '--reason', 'Misspelt']
    const edited = await asOperations('students', 'edit', shortId, id?.slice(0, 8) ?? '', ...edit)
    expect([edited.code, edited.out]).toEqual([0, expect.stringMatching(/^Corrected\.[\s\S]* Ray /)])
    const wrong = await asOperations(
      'students',
      'edit',
      other.accounts[0]?.shortId ?? '',
      id?.slice(0, 8) ?? '',
      ...edit,
    )
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('There is no enrolment')])
  })

  it('that begin alike are listed, and more of one is enough', async () => {
    const ids = [1, 2].map((last) => `abcdabcd-0000-4000-8000-00000000000${last}`)
    for (const id of ids)
      await deps.db.run(sql`
        insert into conversation (id, customer_id, created_at)
        select ${id}, id, ${deps.clock()} from customer where email = ${id.endsWith('1') ? family.email : 'other@demo.example'}`)
    const both = await asOperations('conversations', 'show', 'abcdabcd')
    expect([both.code, both.err]).toEqual([1, expect.stringContaining(ids.map((id) => `  ${id}`).join('\n'))])
    expect(both.err).toContain('Type more')
    const none = await asOperations('conversations', 'show', 'abcdabce')
    expect(none.err).toBe(
      'There is no conversation whose id begins with abcdabce.\nSee: conversations list\n',
    )
  })

  it('are whole in what scripts read', async () => {
    expect((await asOperations('payments', 'list', shortId, '--json')).out).toMatch(anyId)
  })

  it('are found by an index, however many payments there are', async () => {
    const plan = await deps.db.transaction(async (tx) => {
      await tx.run(sql`set local enable_seqscan = off`)
      return tx.many<{ 'QUERY PLAN': string }>(sql`
        explain select id from payment
        where id between '3f0c91d2-0000-0000-0000-000000000000'::uuid and '3f0c91d2-ffff-ffff-ffff-ffffffffffff'::uuid`)
    })
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toMatch(/Index.*Scan[\s\S]*Index Cond/)
  })

  it('are short in every example of the help', () => {
    for (const { examples } of commands)
      for (const example of examples) expect(example).not.toMatch(/…|[\da-f]{9,}-/)
  })
})

describe('The audit trail', () => {
  it.each([
    ['an account by its short id', () => shortId.toLowerCase()],
    ['an account by its id', () => accountId.slice(0, 8)],
    ['a customer by e-mail', () => family.email],
    ['a school by its name', () => 'wattle'],
    ['oneself by e-mail', () => operations.email],
    ['the company', () => 'company'],
  ])('is found by %s', async (_, subject) => {
    const found = await asOperations('audit', 'list', subject())
    expect([found.code, found.err]).toEqual([0, ''])
    expect(found.out).not.toMatch(anyId)
  })

  it('of a colleague is found by admins, and others are told what they may ask for', async () => {
    expect((await ops(admin.token, 'audit', 'list', operations.email)).code).toBe(0)
    const nobody = await asOperations('audit', 'list', `${randomUUID()}@demo.example`)
    expect([nobody.code, nobody.err]).toEqual([1, expect.stringContaining('Nothing found for')])
  })
})

describeLong('Accounts', () => {
  it('are listed by school and set-up, page by page', async () => {
    const unfinished = { setupStatus: 'SetUpPaymentSchedule' as const }
    for (const place of [1, 2, 3])
      await addFamily(server, {
        email: `listed${place}@demo.example`,
        mobile: null,
        accounts: [{ school: 'Banksia Grammar', plans: [], ...unfinished }],
      })
    const list = (...words: string[]) => asOperations('accounts', 'list', '--school', 'banksia', ...words)
    const shortIds = ({ out }: { out: string }) => [...out.matchAll(/^LW\d+/gm)].map(([id]) => id)
    const all = await list()
    expect(shortIds(all)).toHaveLength(3)
    const first = await list('--setup', 'unfinished', '--limit', '2')
    const last = shortIds(first).at(-1) ?? ''
    expect(first.out).toContain(`There may be more: add --after ${last}`)
    const second = await list('--setup', 'SetUpPaymentSchedule', '--after', last.toLowerCase())
    expect([...shortIds(first), ...shortIds(second)]).toEqual(shortIds(all))
    expect((await list('--setup', 'finished')).out).toBe('There are no such accounts.\n')
    expect((await list('--setup', 'half')).err).toContain('unfinished')
    expect((await list('--standing', 'inactive')).out).toBe('There are no such accounts.\n')
  })

  it('are asked for sums, which are listed by school, page by page', async () => {
    for (const amount of ['1', '2', '3'])
      await asOperations(
        'requests',
        'create',
        shortId,
        '--amount',
        amount,
        '--due',
        '2099-01-31',
        '--reason',
        'Camp',
      )
    const list = (...words: string[]) => asOperations('requests', 'list', '--limit', '2', ...words)
    const idsOf = ({ out }: { out: string }) => [...out.matchAll(/ ([\da-f]{8})$/gm)].map(([, id = '']) => id)
    const first = await list('--school', 'wattle')
    const [, last = ''] = idsOf(first)
    const second = await list('--school', 'wattle', '--after', last)
    expect(new Set([...idsOf(first), ...idsOf(second)]).size).toBe(4)
    expect((await list('--school', 'banksia')).out).toBe('There are no such payment requests.\n')
  })
})

describeLong('Jobs', () => {
  it('show when they ran last, also those that run when needed', async () => {
    await asOperations(
      'requests',
      'create',
      shortId,
      '--amount',
      '4',
      '--due',
      '2099-01-31',
      '--reason',
      'Camp',
    )
    await server.message(family.email, 'email')
    const line = async () => /^deliver-message .*$/m.exec((await asOperations('jobs', 'list')).out)?.[0] ?? ''
    await expect
      .poll(line)
      .toMatch(/^deliver-message +when needed +\d+ \w+ \d{4}, \d\d:\d\d AE[DS]T \/ .* Done /)
  })
})
