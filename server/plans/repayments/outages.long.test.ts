import { afterEach, describe, expect, it } from 'vitest'
import { addDays, dateIn, daysBetween } from '#domain/calendar/calendar.ts'
import { addBusinessDays } from '#domain/calendar/holidays.ts'
import { bankAccount, visaCredit } from '#tools/demo/sources.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { expectSoundLedger, paymentsOf } from '#tools/testing/payments.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { scheduledJobs } from '#tools/testing/scheduled-jobs.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'
import { allCharges } from '../../platform/providers/stripe/charges.ts'

const server = await testServer()
const { deps } = server
const { goTo, run, today, addPlanFamily, hearNews, restFamilies } = daysOf(server)
const dayMs = 24 * 60 * 60_000

afterEach(() => expectSoundLedger(server))
afterEach(restFamilies)

/** A Thursday in the middle of a school year. */
await server.travel(Date.parse('2027-06-10T02:00:00Z') - deps.clock().getTime())

const runScheduled = scheduledJobs(deps)

/** Everything that the clock starts, and what comes of it. */
async function runEverything(): Promise<void> {
  await runScheduled()
  await run()
}

async function backAndForth(): Promise<void> {
  await server.travel(-dayMs)
  await runEverything()
  await hearNews()
  await server.travel(dayMs)
  await runEverything()
}

/** What has reached somebody: a mail by its subject, a text by its words. */
async function arrivedAt(...recipients: string[]): Promise<string[]> {
  const reply = await fetch(`${server.sandboxUrl}/_sandbox/api/messages?limit=1000`)
  const { messages } = (await reply.json()) as { messages: { to: string; subject?: string; text: string }[] }
  return messages
    .filter(({ to, text }) => recipients.includes(to) && !text.includes('code'))
    .map(({ subject, text }) => subject ?? text)
    .toSorted()
}

const debits = async (accountId: string) =>
  (await paymentsOf(server, accountId)).filter(({ kind }) => kind === 'Instalment')

/** So often the provider has taken money of an account. */
async function chargesOf(accountId: string): Promise<number> {
  const intents = await deps.db.many<{ intent: string }>(sql`
    select provider_payment_id as intent from payment where account_id = ${accountId}`)
  const charges = await allCharges(deps.providers.stripe)
  return charges.filter(
    ({ hasSucceeded, paymentIntent }) =>
      hasSucceeded && intents.some(({ intent }) => intent === paymentIntent),
  ).length
}

describe('When the clock goes back a day and forward again', () => {
  it('a payment that was announced is not announced again, and one that was taken is not taken again', async () => {
    const family = await addPlanFamily({ sources: [visaCredit()] })
    const { accountId, email, mobile } = family
    await family.comeToCollection()
    await backAndForth()
    const announced = await arrivedAt(email, mobile)
    await runEverything()
    await backAndForth()
    expect(await debits(accountId)).toMatchObject([{ status: 'Succeeded' }])
    expect(await chargesOf(accountId)).toBe(1)
    const arrived = await arrivedAt(email, mobile)
    expect(arrived).toEqual([...new Set(arrived)])
    expect(arrived.filter((words) => words.startsWith('Your next payment'))).toEqual(
      announced.filter((words) => words.startsWith('Your next payment')),
    )
    expect(arrived.filter((words) => words.startsWith('Your payment of'))).toHaveLength(1)
  })

  it('a debit that is with the bank is neither sent nor counted again', async () => {
    const family = await addPlanFamily({ sources: [bankAccount()] })
    const { accountId, email, mobile } = family
    await family.comeToCollection()
    await runEverything()
    expect(await debits(accountId)).toMatchObject([{ status: 'Processing' }])
    await backAndForth()
    await goTo(addDays(today('AU'), 6), 'AU')
    await runEverything()
    await backAndForth()
    expect((await debits(accountId)).filter(({ status }) => status === 'Succeeded')).toHaveLength(1)
    expect(await chargesOf(accountId)).toBe(1)
    const arrived = await arrivedAt(email, mobile)
    expect(arrived).toEqual([...new Set(arrived)])
  })

  it('a family that owes is asked once, by one mail and one text', async () => {
    const family = await addPlanFamily({ sources: [visaCredit()] })
    const { accountId, email, mobile } = family
    await family.comeToCollection()
    await server.sandboxApi('faults', { provider: 'stripe', match: accountId, action: 'decline:lost_card' })
    await runEverything()
    expect((await family.now()).status).toBe('Overdue')
    await backAndForth()
    await backAndForth()
    const requests = await deps.db.many(sql`
      select from payment_request where account_id = ${accountId} and is_open`)
    expect(requests).toHaveLength(1)
    const arrived = await arrivedAt(email, mobile)
    expect(arrived.filter((words) => words.includes('overdue'))).toHaveLength(2)
    expect(arrived).toEqual([...new Set(arrived)])
  })
})

describe('When mail is away for three days around a collection date', () => {
  const faults = () => `${server.sandboxUrl}/_sandbox/api/faults`

  it('what was announced is taken on its day, what was not waits for its notice, and each mail arrives once', async () => {
    const announced = await addPlanFamily({ sources: [visaCredit()] })
    const noticeDay = announced.next.collectOn
    const day = addBusinessDays(noticeDay, 3, calendars.AU)
    const starts = daysBetween(today('AU'), day)
    const other = await addPlanFamily({ sources: [visaCredit()], plans: [{ status: 'Saved', starts }] })
    await announced.comeToCollection()
    await server.sandboxApi('faults', { provider: 'smtp', times: 9_999, action: 'smtp:451' })
    await runEverything()
    expect(await debits(announced.accountId)).toMatchObject([{ status: 'Succeeded' }])
    expect(await arrivedAt(announced.email)).not.toContainEqual(expect.stringMatching(/^Your payment of/))

    await goTo(day, 'AU')
    await runEverything()
    expect(await debits(other.accountId)).toEqual([])
    await fetch(faults(), { method: 'DELETE' })
    // What has failed waits up to ten minutes for its next try.
    await server.travel(600_000)
    await runEverything()
    await runEverything()
    const late = addBusinessDays(today('AU'), 2, calendars.AU)
    await goTo(late, 'AU')
    await runEverything()
    expect(await debits(other.accountId)).toMatchObject([{ status: 'Succeeded' }])
    for (const family of [announced, other]) {
      const arrived = await arrivedAt(family.email)
      expect(arrived).toEqual([...new Set(arrived)])
      expect(arrived.filter((words) => words.startsWith('Your payment of'))).toHaveLength(
        (await debits(family.accountId)).length,
      )
      expect(await chargesOf(family.accountId)).toBe((await debits(family.accountId)).length)
    }
    const notices = await deps.db.many<{ status: string; sentOn: Date | null }>(sql`
      select status, sent_at as "sentOn" from outbox_message
      where account_id = ${other.accountId} and kind = 'UpcomingDebit' order by created_at`)
    expect(notices.filter(({ status }) => status === 'Sent')).toHaveLength(1)
    expect(
      dateIn('AU', notices.at(-1)?.sentOn ?? new Date(0)) <= addBusinessDays(late, -2, calendars.AU),
    ).toBe(true)
  })
})
