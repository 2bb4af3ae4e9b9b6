import { afterEach, describe, expect, it } from 'vitest'
import { addDays, formatDate } from '#domain/calendar/calendar.ts'
import { addBusinessDays } from '#domain/calendar/holidays.ts'
import { visaCredit } from '#tools/demo/sources.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { expectSoundLedger, paymentsOf } from '#tools/testing/payments.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'

const server = await testServer()
const { deps } = server
const { goTo, run, today, addPlanFamily, restFamilies } = daysOf(server)

afterEach(() => expectSoundLedger(server))
afterEach(restFamilies)

const mailIsAway = (action = 'smtp:451') =>
  server.sandboxApi('faults', { provider: 'smtp', times: 999, action })
async function mailIsBack(): Promise<void> {
  await fetch(`${server.sandboxUrl}/_sandbox/api/faults`, { method: 'DELETE' })
  // What has failed waits up to ten minutes for its next try.
  await server.travel(600_000)
}

const debits = async (accountId: string) =>
  (await paymentsOf(server, accountId)).filter(({ kind }) => kind === 'Instalment')

const notices = (accountId: string) =>
  deps.db.many<{ status: string; collectOn: string }>(sql`
    select status, facts->>'collectOn' as "collectOn" from outbox_message
    where account_id = ${accountId} and kind = 'UpcomingDebit' order by created_at`)

/** A family on the day before its next debit is announced. */
async function beforeNotice() {
  const family = await addPlanFamily({ sources: [visaCredit()] })
  const noticeDay = addBusinessDays(family.next.collectOn, -3, calendars.AU)
  if (noticeDay > today('AU')) await goTo(noticeDay, 'AU')
  const nextDayOf = async () => {
    const path = `GET /api/portal/customer/account/${family.accountId}/overview`
    const token = await server.logIn(family.email, family.mobile)
    return (await server.call(path, { token })).body.nextRepayment?.date
  }
  return { ...family, noticeDay, nextDayOf }
}

describe('A debit whose notice', () => {
  it('does not leave for days is not collected; a new notice says the new day, and the old one is never sent', async () => {
    const family = await beforeNotice()
    const { accountId, next } = family
    await mailIsAway()
    await run()
    await goTo(next.collectOn, 'AU')
    await run()
    expect(await debits(accountId)).toEqual([])
    await goTo(addBusinessDays(next.collectOn, 2, calendars.AU), 'AU')
    await run()
    expect(await debits(accountId)).toEqual([])
    await mailIsBack()
    await run()
    await run()
    const moved = addBusinessDays(today('AU'), 2, calendars.AU)
    expect(await notices(accountId)).toEqual([
      { status: 'Expired', collectOn: next.collectOn },
      { status: 'Sent', collectOn: moved },
    ])
    const mail = await server.message(family.email, 'email')
    expect(mail.text).toContain(formatDate(moved))
    expect(mail.text).not.toContain(`we will take ${formatDate(next.collectOn)}`)
    expect(await family.nextDayOf()).toBe(moved)
    await goTo(addDays(moved, -1), 'AU')
    await run()
    expect(await debits(accountId)).toEqual([])
    await goTo(moved, 'AU')
    await run()
    await run()
    expect(await debits(accountId)).toHaveLength(1)
  })

  it('cannot be written, because the card has expired, waits for a card that works, and then for its notice', async () => {
    const family = await addPlanFamily({ sources: [{ ...visaCredit(), isExpired: true }] })
    const { accountId, next } = family
    const noticeDay = addBusinessDays(next.collectOn, -3, calendars.AU)
    if (noticeDay > today('AU')) await goTo(noticeDay, 'AU')
    await run()
    expect(await notices(accountId)).toEqual([])
    // The day before, the family replaces it.
    const dayBefore = addBusinessDays(next.collectOn, -1, calendars.AU)
    if (dayBefore > today('AU')) await goTo(dayBefore, 'AU')
    await deps.db.run(
      sql`update repayment_source set card_expiry = '2099-12', status = 'Usable' where account_id = ${accountId}`,
    )
    await run()
    const moved = addBusinessDays(today('AU'), 2, calendars.AU)
    await goTo(next.collectOn, 'AU')
    await run()
    expect(await debits(accountId)).toEqual([])
    expect(await notices(accountId)).toEqual([{ status: 'Sent', collectOn: moved }])
    await goTo(moved, 'AU')
    await run()
    expect(await debits(accountId)).toHaveLength(1)
  })

  it('leaves a day late counts from that day', async () => {
    const family = await beforeNotice()
    await mailIsAway()
    await run()
    await goTo(addBusinessDays(family.noticeDay, 1, calendars.AU), 'AU')
    await mailIsBack()
    await run()
    await run()
    expect(await notices(family.accountId)).toEqual([{ status: 'Sent', collectOn: family.next.collectOn }])
    expect((await family.now()).noticedOn).toBe(today('AU'))
    await goTo(family.next.collectOn, 'AU')
    await run()
    expect(await debits(family.accountId)).toHaveLength(1)
  })

  it('the mail server refuses is told by text message, and collected on its day', async () => {
    const family = await beforeNotice()
    await mailIsAway('smtp:550')
    await run()
    await mailIsBack()
    await run()
    await run()
    expect(await notices(family.accountId)).toMatchObject([{ status: 'Refused' }])
    const { text } = await server.message(family.mobile, 'sms')
    expect(text).toContain(formatDate(family.next.collectOn))
    await goTo(family.next.collectOn, 'AU')
    await run()
    expect(await debits(family.accountId)).toHaveLength(1)
  })
})
