import { describe, expect, it } from 'vitest'
import { addDays, dateIn, formatDate } from '#domain/calendar/calendar.ts'
import { cents, toDecimal } from '#domain/money.ts'
import { bpay, visaCredit } from '#tools/demo/sources.ts'
import { insertStaff, staffId } from '#tools/demo/staff.ts'
import { explainerOf, minor } from '#tools/testing/explanations.ts'
import { describeLong, itLong } from '#tools/testing/long-tests.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'
import { importDeposits } from '../../books/deposits/import-deposits.ts'
import { changePlan } from '../../plans/payment-schedule/plan-review.ts'

const server = await testServer()
const { deps, call } = server
const { goTo, run, addPlanFamily } = daysOf(server)
const explain = explainerOf(server)
await insertStaff(deps.db, deps.clock())

const staff = {
  staffId: staffId('staff.ops'),
  email: 'staff.ops@demo.example',
  name: 'Ops',
  sessionId: 'session-1',
  sessionEndsAt: new Date(0),
  role: 'operations',
} as const

const deposit = async (accountId: string, amount: number) => {
  const row = await deps.db.first<{ billerCode: string; crn: string }>(sql`
    select institution.bpay_biller_code as "billerCode", account.bpay_reference as crn
    from account join institution on institution.id = account.institution_id where account.id = ${accountId}`)
  await server.sandboxApi('bpay/receipt', { ...row, amount: toDecimal(cents(amount)) })
  await importDeposits(deps)
}

describe('A balance', () => {
  it('says of each payment what it was for, and of what was passed on which payment it was', async () => {
    const family = await addPlanFamily({ payments: [{ daysAgo: 40, amount: cents(12_345) }] })
    const { groups } = await explain(family, 'balance')
    const told = groups.map(({ sentence, lines }) => [sentence, lines[0]?.sentence])
    expect(told).toEqual([
      [
        expect.stringMatching(/^You paid \d+ instalments$/),
        expect.stringMatching(/^Payment \d+ of your \d{4} plan, by Visa ending 5556$/),
      ],
      ['You made 1 additional payment', 'Additional payment, by Visa ending 5556'],
      [
        expect.stringMatching(/^\d+ payments left your balance for Wattle Grove College$/),
        expect.stringMatching(/^Your payment of \d+ \w+ \d{4}, paid to the school on \d+ \w+ \d{4}$/),
      ],
    ])
  })
})

describe('The next payment', () => {
  it('names the card it comes from, and a surcharge that is not part of it', async () => {
    const family = await addPlanFamily({ sources: [visaCredit()] })
    const explanation = await explain(family, 'next-payment')
    expect(minor(explanation.amount)).toBe(family.next.amount)
    const day = formatDate(family.next.collectOn)
    expect(explanation.sentence).toMatch(
      new RegExp(
        `^We collect \\$[\\d.,]+ on ${day} from Visa ending 4242\\. A card surcharge of \\$[\\d.]+ \\(1%\\) comes on top: \\$[\\d.,]+ in all\\.$`,
      ),
    )
    expect(explanation.change).toBeNull()
  })

  it('is less where a payment of the family covers a part of it, and says which', async () => {
    const family = await addPlanFamily({ sources: [bpay()] })
    await goTo(family.next.collectOn, 'AU')
    await deposit(family.accountId, family.next.amount + 700)
    await run()
    const token = await server.logIn(family.email, family.mobile)
    const today = formatDate(family.next.collectOn)
    const next = await explain({ ...family, token }, 'next-payment')
    expect(next.groups[1]).toMatchObject({
      sentence: 'You have paid part of it already',
      amount: -7,
      lines: [{ sentence: `From your payment of ${today}`, transactionId: expect.any(String) }],
    })
    expect(next.change).toMatchObject({
      by: -7,
      because: [{ sentence: `Your payment of ${today} pays part of this one`, amount: -7 }],
    })
    const paid = await explain({ ...family, token }, 'paid-so-far')
    expect(paid.groups[1]?.lines[0]).toMatchObject({ amount: 7, date: family.next.collectOn })
    const { body } = await call(`GET /api/portal/customer/account/${family.accountId}/overview`, { token })
    expect(body.nextRepayment).toMatchObject({ amount: next.amount, previousAmount: next.change?.before })
    expect(body.activePlan.totalRepaid).toBe(paid.amount)
  })

  itLong('is different where our team changed the plan: when and how', async () => {
    const family = await addPlanFamily()
    const { accountId, next } = family
    const plan = await deps.db.first<{ year: number; count: number }>(sql`
      select tuition_year as year, (select count(*)::int from instalment where account_id = ${accountId}) as count
      from plan where account_id = ${accountId}`)
    const made = next.seq - 1
    await changePlan(
      deps,
      { staff, reason: 'As agreed on the phone', requestId: 'request-1' },
      {
        accountId,
        tuitionYear: plan?.year ?? 0,
        frequency: 'Month',
        startDate: addDays(next.collectOn, 14),
        count: 2,
      },
    )
    const [, first] = (await family.rows()).filter(({ seq }) => seq >= made)
    const token = await server.logIn(family.email, family.mobile)
    const { change, amount } = await explain({ accountId, token }, 'next-payment')
    expect(minor(amount)).toBe(first?.amount)
    expect(change).toMatchObject({ before: toDecimal(cents(next.amount)) })
    const today = formatDate(dateIn('AU', deps.clock()))
    expect(change?.because).toEqual([
      {
        sentence: `Our team changed your plan on ${today}: it has ${made + 2} payments instead of ${plan?.count} and you pay monthly`,
        amount: change?.by,
      },
    ])
  })

  itLong('is smaller as the last one of a plan, by what rounding left', async () => {
    const family = await addPlanFamily()
    const { accountId, next } = family
    const rows = await family.rows()
    await deps.db.run(sql`delete from instalment where account_id = ${accountId} and seq > ${next.seq}`)
    await deps.db.run(sql`
      update instalment set amount_minor = amount_minor - 7 where account_id = ${accountId} and seq = ${next.seq}`)
    expect(rows.length).toBeGreaterThan(next.seq)
    const token = await server.logIn(family.email, family.mobile)
    const { change } = await explain({ accountId, token }, 'next-payment')
    expect(change?.because).toEqual([
      { sentence: 'It is the last payment of your plan, and takes what rounding left', amount: -0.07 },
    ])
  })
})

describeLong('What remains of a plan', () => {
  it('tells a failed payment and when it is tried again', async () => {
    const family = await addPlanFamily()
    await family.comeToCollection()
    await server.sandboxApi('faults', {
      provider: 'stripe',
      match: family.accountId,
      action: 'decline:insufficient_funds',
    })
    await run()
    const { retryOn } = await family.now()
    const token = await server.logIn(family.email, family.mobile)
    const { groups, sentence } = await explain({ ...family, token }, 'remaining')
    expect(groups[0]).toMatchObject({
      sentence: '1 payment failed and will be tried again',
      lines: [{ sentence: expect.stringContaining(`tried again on ${formatDate(retryOn ?? '')}`) }],
    })
    expect(sentence).toMatch(
      /^Your \d{4} plan comes to \$[\d,.]+: \$[\d,.]+ paid so far and \$[\d,.]+ remaining\.$/,
    )
  })
})
