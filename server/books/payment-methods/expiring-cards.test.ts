import { beforeAll, describe, expect, it } from 'vitest'
import { bankAccount, ukVisaDebit, visaCredit, visaDebit } from '#tools/demo/sources.ts'
import type { Account } from '#tools/demo/account.ts'
import { addFamily } from '#tools/testing/family.ts'
import { testServer } from '#tools/testing/server.ts'
import { openDatabase } from '../../platform/database/open.ts'
import { sql } from '../../platform/database/sql.ts'
import { deliverWaiting } from '../../letters/outbox/outbox.ts'
import { warnOfExpiringCards } from './expiring-cards.ts'

const server = await testServer()
const { deps } = server

/** On the wall of a region, to the second. */
async function goTo(moment: string): Promise<void> {
  await server.travel(new Date(moment).getTime() - deps.clock().getTime())
}
const sydney = (local: string) => `${local}+11:00`
const london = (local: string, offset: '+00:00' | '+01:00') => `${local}${offset}`

let count = 0
async function family(account: Account, expiries: (string | null)[]) {
  count += 1
  const isUk = account.school === 'Oakfield School'
  const email = `card${count}@demo.example`
  const added = await addFamily(server, {
    email,
    mobile: null,
    ...(isUk && { region: 'UK' as const }),
    accounts: [account],
  })
  const sourceIds = added.accounts[0]?.sourceIds ?? []
  for (const [place, expiry] of expiries.entries())
    await deps.db.run(sql`
      update repayment_source set card_expiry = ${expiry}
      where account_id = ${added.accountId} and id = ${sourceIds[place]}`)
  return { ...added, email, sourceIds }
}

const mailsTo = async (email: string) =>
  (
    await deps.db.many<{ kind: string }>(
      sql`select kind from outbox_message where recipient = ${email} order by created_at, kind`,
    )
  ).map(({ kind }) => kind)

const statusesOf = async ({ accountId }: { accountId: string }) =>
  (
    await deps.db.many<{ status: string }>(sql`
      select status from repayment_source where account_id = ${accountId} order by created_at, id`)
  ).map(({ status }) => status)

const auditsOf = async ({ accountId }: { accountId: string }) =>
  deps.db.many(sql`
    select action, actor_kind as by, details from audit_event where subject_id = ${accountId}`)

/** As on a machine beside this one, and more often than needed. */
async function runTwiceAtOnce(): Promise<number> {
  const db = openDatabase(server.databaseUrl, { connections: 2 })
  const counts = await Promise.all([warnOfExpiringCards(deps), warnOfExpiringCards({ ...deps, db })])
  await db.close()
  return counts.reduce((sum, each) => sum + each, await warnOfExpiringCards(deps))
}

const uk: Account = { school: 'Oakfield School', sources: [ukVisaDebit()] }

describe('A card that expires', () => {
  let expiring: Awaited<ReturnType<typeof family>>
  let british: typeof expiring
  let shared: typeof expiring
  let spare: typeof expiring
  let closed: typeof expiring
  let quiet: (typeof expiring)[]

  beforeAll(async () => {
    await goTo(sydney('2027-02-20T10:00:00'))
    expiring = await family({}, ['2027-03'])
    british = await family(uk, ['2027-03'])
    shared = await family({}, ['2027-03'])
    spare = await family({ sources: [visaDebit(), visaCredit()] }, ['2029-01', '2027-03'])
    closed = await family({ status: 'Inactive' }, ['2027-03'])
    const later = await family({}, ['2027-04'])
    const changing = await family(
      { sources: [visaDebit(), bankAccount()], pendingChange: { toSource: 1, inDays: 14 } },
      ['2027-03', null],
    )
    const paidUp = await family({}, ['2027-03'])
    await deps.db.run(sql`
      update instalment set status = 'Cancelled', waived_minor = amount_minor
      where account_id = ${paidUp.accountId} and collect_on > '2027-03-31'`)
    quiet = [later, changing, paidUp]
    const other = await family({}, ['2031-01'])
    await deps.db.run(sql`
      insert into account_member (account_id, customer_id) values (${shared.accountId}, ${other.customerId})`)
    quiet.push(spare, closed)
    shared = { ...shared, email: other.email }
  })

  it('is nobody’s worry on the last second of the 31st day before it does', async () => {
    await goTo(sydney('2027-02-28T23:59:58'))
    expect(await warnOfExpiringCards(deps)).toBe(0)
  })

  it('is announced from the 30th day on, as the region counts days, once to each payer', async () => {
    await goTo(sydney('2027-03-01T00:00:00'))
    expect(await runTwiceAtOnce()).toBe(3)
    expect(await mailsTo(expiring.email)).toEqual(['CardExpiring'])
    expect(await mailsTo(shared.email)).toEqual(['CardExpiring'])
    expect(await mailsTo(british.email)).toEqual([])

    await goTo(london('2027-03-01T00:00:00', '+00:00'))
    expect(await runTwiceAtOnce()).toBe(1)
    expect(await mailsTo(british.email)).toEqual(['CardExpiring'])
    const mail = await deps.db.first(sql`
      select facts, account_id as "accountId" from outbox_message where recipient = ${british.email}`)
    expect(mail).toEqual({
      accountId: british.accountId,
      facts: {
        firstName: 'Olivia',
        displayName: 'Visa ending 0005',
        expiry: '2027-03',
        portalUrl: `${deps.config.portalOrigin}/manage-payments`,
      },
    })
  })

  it('is not announced where it pays nothing after that day', async () => {
    for (const { email } of quiet) expect(await mailsTo(email)).toEqual([])
    expect(await statusesOf(expiring)).toEqual(['Usable'])
  })

  it('reaches the inbox of the family', async () => {
    await goTo(sydney('2027-03-01T12:00:00'))
    await deliverWaiting(deps)
    const { text } = await server.message(expiring.email, 'email')
    expect(text).toContain('Visa ending 5556')
  })

  it('serves to the end of its last month, and is unusable a second later', async () => {
    await goTo(sydney('2027-03-31T23:59:58'))
    await runTwiceAtOnce()
    expect(await statusesOf(expiring)).toEqual(['Usable'])

    await goTo(sydney('2027-04-01T00:00:00'))
    await runTwiceAtOnce()
    expect(await statusesOf(expiring)).toEqual(['Unusable'])
    expect(await statusesOf(spare)).toEqual(['Usable', 'Unusable'])
    expect(await statusesOf(british)).toEqual(['Usable'])

    await goTo(london('2027-04-01T00:00:00', '+01:00'))
    expect(await runTwiceAtOnce()).toBe(1)
    expect(await statusesOf(british)).toEqual(['Unusable'])
  })

  it('ends with one mail and one line in the audit trail', async () => {
    for (const ended of [expiring, british]) {
      expect(await mailsTo(ended.email)).toEqual(['CardExpiring', 'SourceUnusable'])
      expect(await auditsOf(ended)).toEqual([
        { action: 'SourceUnusable', by: 'System', details: { sourceId: ended.sourceIds[0] } },
      ])
    }
  })

  it('ends without a word in an account that is closed', async () => {
    expect(await statusesOf(closed)).toEqual(['Unusable'])
    expect(await mailsTo(closed.email)).toEqual([])
  })

  it('is announced again when the bank has sent it with a later date and that comes near', async () => {
    await deps.db.run(sql`
      update repayment_source set status = 'Usable', card_expiry = '2027-04'
      where account_id = ${expiring.accountId}`)
    await goTo(sydney('2027-04-01T01:00:00').replace('+11:00', '+10:00'))
    await runTwiceAtOnce()
    expect(await mailsTo(expiring.email)).toEqual(['CardExpiring', 'SourceUnusable', 'CardExpiring'])
  })
})
