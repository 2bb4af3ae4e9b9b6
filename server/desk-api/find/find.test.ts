import { describe, expect, it } from 'vitest'
import type { FindGroup, FindResult, Found } from '#contract/staff-find.ts'
import { addFamily } from '#tools/testing/family.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'

const server = await testServer()
const { deps, call } = server
const support = await addStaff(server, 'support')

const sharma = await addFamily(server, {
  email: 'leena@demo.example',
  mobile: '+61491570110',
  firstName: 'Leena',
  lastName: 'Sharma',
})
await addFamily(server, {
  email: 'n.bassi@demo.example',
  mobile: null,
  firstName: 'Nicoletta',
  lastName: 'Bassi',
})
await addFamily(server, { email: 'd.cole@demo.example', mobile: null, firstName: 'Daniel', lastName: 'Cole' })
await addFamily(server, {
  email: 'm.ruiz@demo.example',
  mobile: null,
  firstName: 'Marisol',
  lastName: 'Coleman-Ruiz',
})

async function find(q: string): Promise<FindResult> {
  const reply = await call(`GET /api/staff/find?q=${encodeURIComponent(q)}`, { token: support.token })
  expect(reply.status).toBe(200)
  return reply.body
}

const itemsOf = ({ groups }: FindResult, group: FindGroup): Found[] =>
  groups.find((each) => each.group === group)?.items ?? []

const nameOf = (found: Found) =>
  'name' in found ? found.name : 'familyName' in found ? found.familyName : null

const account = async () => {
  const row = await deps.db.first<{ shortId: string; reference: string; stripeId: string }>(sql`
    select short_id as "shortId", bpay_reference as reference, stripe_customer_id as "stripeId"
    from account where id = ${sharma.accountId}`)
  if (!row) throw new Error('The account is gone')
  return row
}

describe('Find', () => {
  it('shows those first who are called so, then those whose name has it in it', async () => {
    const found = await find('cole')
    expect(itemsOf(found, 'Families').map(nameOf)).toEqual([
      'Cole family',
      'Coleman-Ruiz family',
      'Bassi family',
    ])
    expect(itemsOf(found, 'People').map(nameOf)).toEqual([
      'Daniel Cole',
      'Marisol Coleman-Ruiz',
      'Nicoletta Bassi',
    ])
    expect(found.nothing).toBeNull()
  })

  it.each([
    ['their name', async () => 'sharma', 'Name'],
    ['first and last name in either order', async () => 'Sharma Leena', 'Name'],
    ['the beginning of an e-mail address', async () => 'leena@de', 'Email'],
    ['a mobile as it is dictated', async () => '0491 570 110', 'Mobile'],
    ['a mobile with its country', async () => '+61 491 570 110', 'Mobile'],
    ['the id that they quote', async () => (await account()).shortId.toLowerCase(), 'ShortId'],
    ['the digits of that id alone', async () => (await account()).shortId.slice(2), 'ShortId'],
    ['a BPAY reference', async () => (await account()).reference, 'BpayReference'],
    ['the beginning of an id of ours', async () => sharma.accountId.slice(0, 8), 'Id'],
  ])('finds a family by %s, and it is on record', async (_, textOf, by) => {
    const text = await textOf()
    const found = itemsOf(await find(text), 'Families').find(
      (item) => item.kind === 'Family' && item.accountId === sharma.accountId,
    )
    expect(found).toMatchObject({ familyName: 'Sharma family', members: ['Leena Sharma'], difference: null })
    if (by !== 'BpayReference') expect(found?.by).toBe(by)
    const [looked] = await deps.db.many<{ action: string; details: object }>(sql`
      select action, details from audit_event where subject_id = ${sharma.accountId}
        and actor_id = ${support.staffId} order by at desc, id limit 1`)
    expect(looked?.action).toBe('Found')
    const texts = await deps.db.many<{ text: string }>(sql`
      select details ->> 'text' as text from audit_event where subject_id = ${sharma.accountId} and action = 'Found'`)
    expect(texts.map((each) => each.text)).toContain(text)
  })

  it('finds a family by the last digits of a method, as long as the family has it', async () => {
    const [source] = await deps.db.many<{ id: string }>(sql`
      select id from repayment_source where account_id = ${sharma.accountId}`)
    await deps.db.run(sql`
      update repayment_source set last4 = '7391', display_name = 'Bank account ending 7391'
      where account_id = ${sharma.accountId} and id = ${source?.id}`)
    const digits = async () => itemsOf(await find('7391'), 'Families')
    expect(await digits()).toMatchObject([{ by: 'LastDigits', matchedText: 'Bank account ending 7391' }])
    await deps.db.run(sql`
      update repayment_source set status = 'Removed', is_default = false, is_preferred = false, removed_at = now()
      where account_id = ${sharma.accountId} and id = ${source?.id}`)
    expect(await digits()).toEqual([])
  })

  it('finds a payment by the provider’s id of it, of its dispute and by the beginning of ours', async () => {
    const [payment] = await deps.db.many<{ id: string; providerId: string }>(sql`
      select id, provider_payment_id as "providerId" from payment
      where account_id = ${sharma.accountId} and provider_payment_id is not null limit 1`)
    const own = payment?.id ?? ''
    if (payment)
      expect(itemsOf(await find(payment.providerId), 'Payments')).toMatchObject([{ paymentId: own }])
    const [any] = await deps.db.many<{ id: string }>(sql`
      select id from payment where account_id = ${sharma.accountId} limit 1`)
    expect(itemsOf(await find(any?.id.slice(0, 8) ?? ''), 'Payments')).toMatchObject([
      { kind: 'Payment', paymentId: any?.id, familyName: 'Sharma family' },
    ])
  })

  it('finds schools, with how many families they have', async () => {
    expect(itemsOf(await find('banksia'), 'Schools')).toMatchObject([
      { kind: 'School', name: 'Banksia Grammar' },
    ])
  })

  it('takes nothing for a pattern', async () => {
    for (const text of ['%%', '__', "''", '\\\\', 'c%le', '(.*)'])
      expect((await find(text)).groups, text).toEqual([])
  })
})

describe('Nothing found', () => {
  it('says why, and shows who is spelled otherwise', async () => {
    const { groups, close, nothing } = await find('Shrma')
    expect(groups).toEqual([])
    expect(nothing?.title).toBe('Nobody is called “Shrma”')
    expect(close.map((item) => [nameOf(item), item.difference])).toContainEqual([
      'Leena Sharma',
      'Similar name',
    ])
  })

  it('shows who is meant by two words that are both mistyped, in whichever order', async () => {
    const { close } = await find('shrma lena')
    expect(close.map(nameOf)[0]).toBe('Leena Sharma')
  })

  it('shows a mistyped e-mail address beside the one that is there', async () => {
    const { close } = await find('lena@demo.example')
    expect(close).toMatchObject([
      { kind: 'Person', email: 'leena@demo.example', difference: 'Similar address' },
    ])
  })

  it('knows a BPAY reference whose digits were swapped, and money that came with it', async () => {
    const { reference } = await account()
    const at = Array.from(reference).findIndex((digit, index) => digit !== reference[index + 1])
    const swapped = Array.from(reference)
    ;[swapped[at], swapped[at + 1]] = [swapped[at + 1] ?? '', swapped[at] ?? '']
    const typed = swapped.join('')
    await deps.db.run(sql`
      insert into deposit (file_hash, line, biller_code, bank_reference, reference, amount_minor, received_on, entry_id,
        created_at)
      values ('find', 1, '284711', 'find-1', ${typed}, 89250, '2026-11-13', gen_random_uuid(), ${deps.clock()})`)
    const { close, nothing } = await find(typed)
    expect(nothing?.title).toMatch(/^No account has the BPAY reference/)
    expect(close).toContainEqual(
      expect.objectContaining({ kind: 'Family', matchedText: reference, difference: '2 digits swapped' }),
    )
    expect(close).toContainEqual(
      expect.objectContaining({ kind: 'Deposit', amount: 892.5, receivedOn: '2026-11-13' }),
    )
  })

  it('knows a mobile with one other digit', async () => {
    const { close } = await find('0491 570 111')
    expect(close).toMatchObject([{ kind: 'Person', mobile: '+61491570110', difference: '1 digit differs' }])
  })
})

describe('What was opened lately', () => {
  it('is told by the ids that the browser keeps, in their order, without what is gone', async () => {
    const gone = '00000000-0000-4000-8000-000000000000'
    const { body: schools } = await call('GET /api/staff/schools', { token: support.token })
    const query = `families=${gone},${sharma.accountId}&schools=${schools[0].id}`
    const reply = await call(`GET /api/staff/find/opened?${query}`, { token: support.token })
    expect(reply.body).toMatchObject([
      { kind: 'Family', accountId: sharma.accountId },
      { kind: 'School', schoolId: schools[0].id },
    ])
  })
})
