import { afterEach, describe, expect, it } from 'vitest'
import { addDays, calendarDate, formatDate } from '#domain/calendar/calendar.ts'
import { addBusinessDays } from '#domain/calendar/holidays.ts'
import { cents, formatCurrency, toDecimal } from '#domain/money.ts'
import { bankAccount, bpay, ukBankAccount, visaCredit, visaDebit } from '#tools/demo/sources.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { firstOf, isLong } from '#tools/testing/long.ts'
import { expectSoundLedger, paymentsOf } from '#tools/testing/payments.ts'
import { cancelInstalments, daysOf } from '#tools/testing/repayments.ts'
import { linkOf } from '#tools/testing/request-link.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'
import { cancelPaymentRequest, expireRequests } from '../../books/payment-requests/payment-requests.ts'
import { runRepayments } from './run-repayments.ts'

const server = await testServer()
const { deps } = server
const { goTo, run, today, addPlanFamily, hearNews, restFamilies } = daysOf(server)

afterEach(() => expectSoundLedger(server))
afterEach(restFamilies)

const money = (amount: number) => formatCurrency(toDecimal(cents(amount)), 'AU')
const debits = async (accountId: string) =>
  (await paymentsOf(server, accountId)).filter(({ kind }) => kind === 'Instalment')
const messagesAbout = (accountId: string, kind: string) =>
  deps.db.many<{ facts: any; recipient: string; channel: string }>(sql`
    select facts, recipient, channel from outbox_message where account_id = ${accountId} and kind = ${kind}
    order by created_at`)

describe('A plan', () => {
  it('of an account that is not set up yet does not start by itself', async () => {
    const family = await addPlanFamily({
      plans: [{ status: 'Saved', starts: 12 }],
      isSetupIncomplete: true,
      setupStatus: 'AddPaymentMethod',
    })
    await goTo(addDays(family.next.collectOn, 1), 'AU')
    await run()
    expect(await family.now()).toMatchObject({ status: 'Scheduled', noticedOn: null })
  })

  it('is current from its first day, and completed with its last payment', async () => {
    const family = await addPlanFamily({ plans: [{ status: 'Saved', starts: 20 }] })
    const status = async () =>
      (
        await deps.db.first<{ status: string }>(
          sql`select status from plan where account_id = ${family.accountId}`,
        )
      )?.status
    await goTo(calendarDate(addDays(family.next.dueOn, -1)), 'AU')
    await run()
    expect(await status()).toBe('Saved')
    await goTo(family.next.dueOn, 'AU')
    await run()
    expect(await status()).toBe('Current')
    // The rest of the year in one leap: only the last is left.
    await cancelInstalments(
      server,
      sql`account_id = ${family.accountId} and status = 'Scheduled'
        and seq < (select max(seq) from instalment where account_id = ${family.accountId})`,
    )
    const last = (await family.rows()).at(-1)
    await goTo(last?.collectOn ?? today('AU'), 'AU')
    await deps.db.run(sql`
      update instalment set noticed_on = due_on - 9 where account_id = ${family.accountId} and status = 'Scheduled'`)
    await run()
    expect(await status()).toBe('Completed')
    expect(await messagesAbout(family.accountId, 'PlanCompleted')).toHaveLength(1)
  })
})

describe('An instalment', () => {
  it('is announced three business days ahead, once, and debited once on its day, by card with its surcharge', async () => {
    const family = await addPlanFamily({ sources: [visaCredit()] })
    const { next, accountId } = family
    const notice = addBusinessDays(next.collectOn, -3, calendars.AU)
    if (notice > today('AU')) {
      await goTo(addDays(notice, -1), 'AU')
      await run()
      expect((await family.now()).noticedOn).toBeNull()
      await goTo(notice, 'AU')
    }
    await run()
    await run()
    expect((await family.now()).noticedOn).toBe(notice)
    const surcharge = Math.floor((next.amount * 100 + 5000) / 10_000)
    expect(await messagesAbout(accountId, 'UpcomingDebit')).toMatchObject([
      { facts: { amount: next.amount, collectOn: next.collectOn, surcharge } },
    ])

    await goTo(addDays(next.collectOn, -1), 'AU')
    await run()
    expect(await debits(accountId)).toEqual([])
    await goTo(next.collectOn, 'AU')
    await run()
    await run()
    expect(await debits(accountId)).toMatchObject([{ status: 'Succeeded', amount: next.amount, surcharge }])
    expect(await family.now()).toMatchObject({ status: 'Paid', tries: 1 })
    const receipt = await server.message(family.email, 'email')
    expect(receipt.text).toContain(money(next.amount + surcharge))
    const counted = (await family.rows()).filter(({ status }) => status !== 'Cancelled')
    const place = counted.findIndex(({ dueOn }) => dueOn === next.dueOn) + 1
    expect(receipt.text).toContain(`Instalment: ${place} of ${counted.length}, due ${formatDate(next.dueOn)}`)
    expect(receipt.text).toMatch(/Period: School year \d{4}\n/)
  })

  it('is debited two business days after its notice where the notice came too late', async () => {
    const family = await addPlanFamily()
    const { next, accountId } = family
    await goTo(next.collectOn, 'AU')
    await deps.db.run(sql`update instalment set noticed_on = null where account_id = ${accountId}`)
    await run()
    expect(await debits(accountId)).toEqual([])
    const taken = addBusinessDays(next.collectOn, 2, calendars.AU)
    const [told] = (await messagesAbout(accountId, 'UpcomingDebit')).slice(-1)
    expect(told?.facts.collectOn).toBe(taken)
    await goTo(taken, 'AU')
    await run()
    expect(await family.now()).toMatchObject({ status: 'Paid' })
  })

  const banks = [
    ['an Australian bank account', bankAccount(), undefined],
    ['a UK bank account', ukBankAccount(), 'Oakfield School'],
  ] as const
  it.each(firstOf(1, banks))('of %s is pending until the bank answers', async (_, source, school) => {
    const family = await addPlanFamily({ sources: [source], ...(school && { school }) })
    await family.comeToCollection()
    await run()
    expect(await family.now()).toMatchObject({ status: 'Collecting' })
    expect(await debits(family.accountId)).toMatchObject([{ status: 'Processing' }])
    await goTo(addBusinessDays(family.next.collectOn, 8, calendars[family.region]), family.region)
    expect(await family.now()).toMatchObject({ status: 'Paid' })
  })

  it('is debited once by two runs at the same moment, an hour too early, and an hour later again', async () => {
    const families = await Promise.all(Array.from({ length: isLong ? 4 : 2 }, () => addPlanFamily()))
    await families[0]?.comeToCollection()
    await Promise.all([runRepayments(deps), runRepayments(deps), runRepayments(deps)])
    await server.travel(-60 * 60_000)
    await run()
    await server.travel(2 * 60 * 60_000)
    await run()
    for (const { accountId } of families) expect(await debits(accountId)).toHaveLength(1)
  })
})

describe('A debit that fails', () => {
  it('because its bank asks for the owner, who is not there, waits for nobody: the family must act', async () => {
    const family = await addPlanFamily({
      sources: [{ ...visaCredit(), providerId: 'pm_card_authenticationRequired' }],
    })
    await family.comeToCollection()
    await run()
    expect(await debits(family.accountId)).toMatchObject([{ status: 'Failed' }])
    expect(await family.now()).toMatchObject({ status: 'Overdue', reason: 'authentication_required' })
  })

  it('for want of money is tried again after three and after seven business days, then the family must act', async () => {
    const family = await addPlanFamily()
    const { next, accountId } = family
    await deps.db.run(sql`update institution set dishonour_fee_minor = 2500`)
    // Of all the charges of that day, the one of this family.
    const fail = () =>
      server.sandboxApi('faults', {
        provider: 'stripe',
        match: accountId,
        action: 'decline:insufficient_funds',
      })
    await family.comeToCollection()
    await fail()
    const before = await server.lastMessage()
    await run()
    const second = addBusinessDays(next.collectOn, 3, calendars.AU)
    expect(await family.now()).toMatchObject({
      status: 'Retrying',
      retryOn: second,
      reason: 'insufficient_funds',
    })
    expect((await server.message(family.email, 'email', before)).text).toContain(formatDate(second))
    await goTo(addDays(second, -1), 'AU')
    await run()
    expect(await debits(accountId)).toHaveLength(1)
    await goTo(second, 'AU')
    await fail()
    await run()
    const third = addBusinessDays(next.collectOn, 7, calendars.AU)
    expect(await family.now()).toMatchObject({ status: 'Retrying', retryOn: third, tries: 2 })
    await goTo(third, 'AU')
    await fail()
    await run()
    const overdue = await family.now()
    expect(overdue).toMatchObject({ status: 'Overdue', tries: 3 })
    expect(await debits(accountId)).toMatchObject([
      { status: 'Failed' },
      { status: 'Failed' },
      { status: 'Failed' },
    ])
    // A card that fails costs nothing: only banks send debits back.
    const request = await deps.db.first<{ amount: number; status: string }>(sql`
      select amount_due_minor as amount, status from payment_request where id = ${overdue.requestId}`)
    expect(request).toEqual({ amount: next.amount, status: 'Open' })
    const [letter] = await messagesAbout(accountId, 'PaymentOverdue')
    expect(letter?.facts.requestId).toBe(overdue.requestId)
    expect((await server.message(family.mobile, 'sms')).text).toContain(money(next.amount))

    // A week later they are reminded, once.
    await goTo(addDays(third, 8), 'AU')
    await run()
    await run()
    expect(await messagesAbout(accountId, 'PaymentOverdue')).toHaveLength(2)
    await deps.db.run(sql`update institution set dishonour_fee_minor = 0`)
  })

  it('because the account is closed is never tried again, costs the fee of the school, and its request pays it', async () => {
    const family = await addPlanFamily({ sources: [bankAccount(), visaDebit()] })
    const { next, accountId } = family
    await deps.db.run(sql`update institution set dishonour_fee_minor = 2500`)
    await family.comeToCollection()
    await run()
    const row = await deps.db.first<{ intent: string }>(sql`
      select provider_payment_id as intent from payment
      where account_id = ${accountId} and kind = 'Instalment' and status = 'Processing'`)
    await server.sandboxApi('stripe/settle', { paymentIntent: row?.intent, outcome: 'account_closed' })
    await hearNews()
    await run()
    await deps.db.run(sql`update institution set dishonour_fee_minor = 0`)
    const overdue = await family.now()
    expect(overdue).toMatchObject({ status: 'Overdue', reason: 'account_closed', tries: 1 })
    await run()
    expect(await debits(accountId)).toHaveLength(1)

    const details = await server.call(
      `GET /api/portal/guest/payment-page-details?request=${await linkOf(deps, overdue.requestId ?? '')}`,
    )
    expect(details.body.payableDetails).toMatchObject({ amountDue: toDecimal(cents(next.amount + 2500)) })
    const token = await server.logIn(family.email, family.mobile)
    const paid = await family.pay(toDecimal(cents(next.amount)), { source: family.sourceIds[1], token })
    expect(paid.body.status).toBe('Succeeded')
    await run()
    expect(await family.now()).toMatchObject({ status: 'Paid', settled: next.amount })
    // The fee is still asked for; the instalment is not.
    const request = await deps.db.first(sql`
      select amount_due_minor as due, status from payment_request where id = ${overdue.requestId}`)
    expect(request).toEqual({ due: 2500, status: 'Open' })
  })

  it('is asked for as long as it is owing, with the fee that it cost and not another one', async () => {
    const family = await addPlanFamily({ sources: [bankAccount()] })
    const { next, accountId } = family
    await deps.db.run(sql`update institution set dishonour_fee_minor = 2500`)
    await family.comeToCollection()
    await run()
    const row = await deps.db.first<{ intent: string }>(sql`
      select provider_payment_id as intent from payment
      where account_id = ${accountId} and kind = 'Instalment' and status = 'Processing'`)
    await server.sandboxApi('stripe/settle', { paymentIntent: row?.intent, outcome: 'account_closed' })
    await hearNews()
    await run()
    const first = (await family.now()).requestId
    const requests = () =>
      deps.db.many(sql`
        select id, amount_due_minor as due, status from payment_request
        where account_id = ${accountId} and is_arrears order by created_at`)
    const asked = { id: first, due: next.amount + 2500, status: 'Open' }
    expect(await requests()).toEqual([asked])

    await deps.db.run(sql`
      update payment_request set expires_at = ${new Date(deps.clock().getTime() - 1)} where id = ${first}`)
    await run()
    await expireRequests(deps)
    await run()
    expect(await requests()).toEqual([asked])
    expect((await family.now()).requestId).toBe(first)
    expect(await messagesAbout(accountId, 'PaymentOverdue')).toMatchObject([
      { facts: { requestId: first, amount: next.amount + 2500, fee: 2500 } },
    ])
    const fees = await deps.db.many(sql`
      select 1 from ledger_entry where account_id = ${accountId} and description = 'Dishonour fee'`)
    expect(fees).toHaveLength(1)

    // What staff take back is not asked for again.
    await cancelPaymentRequest(deps, { id: first ?? '', staffId: null }, async () => {})
    await run()
    expect(await requests()).toEqual([{ ...asked, status: 'Cancelled' }])
    await deps.db.run(sql`update institution set dishonour_fee_minor = 0`)
  })

  it('before it was sent, because there is nothing to debit, is overdue at once', async () => {
    const family = await addPlanFamily({ sources: [{ ...visaDebit(), isExpired: true }] })
    await family.comeToCollection()
    await run()
    expect(await family.now()).toMatchObject({ status: 'Overdue', reason: 'expired_card' })
    expect(await debits(family.accountId)).toEqual([])
  })
})

describe('A payment outside the plan', () => {
  it('pays what is overdue; given back, it is owing again', async () => {
    const family = await addPlanFamily({ sources: [{ ...visaDebit(), isExpired: true }, visaCredit()] })
    const { next } = family
    await family.comeToCollection()
    await run()
    const first = await family.now()
    expect(first.status).toBe('Overdue')
    const token = await server.logIn(family.email, family.mobile)
    await family.pay(toDecimal(cents(next.amount + 500)), { source: family.sourceIds[1], token })
    await run()
    expect(await family.now()).toMatchObject({ status: 'Paid', settled: next.amount })

    const row = await deps.db.first<{ intent: string }>(sql`
      select provider_payment_id as intent from payment where account_id = ${family.accountId} and kind = 'Early'
        and provider_key is not null`)
    const charges = await deps.providers.stripe.AU.client.charges.list({ payment_intent: row?.intent ?? '' })
    await server.sandboxApi('stripe/refund', { charge: charges.data[0]?.id })
    await hearNews()
    await run()
    expect(await family.now()).toMatchObject({ status: 'Overdue', settled: 0 })
    expect((await family.now()).requestId).not.toBe(first.requestId)
  })
})

describe('A debit that the family disputes', () => {
  const decisions = [
    ['lost', 'Overdue', 1],
    ['won', 'Paid', 0],
  ] as const
  it.each(firstOf(1, decisions))(
    'is asked for only once the bank has decided: %s',
    async (outcome, status, asked) => {
      const family = await addPlanFamily()
      await family.comeToCollection()
      await run()
      const row = await deps.db.first<{ intent: string }>(sql`
      select provider_payment_id as intent from payment where account_id = ${family.accountId}
        and kind = 'Instalment' and provider_key is not null`)
      const charges = await deps.providers.stripe.AU.client.charges.list({
        payment_intent: row?.intent ?? '',
      })
      const charge = charges.data[0]?.id
      await server.sandboxApi('stripe/dispute', { charge })
      await hearNews()
      await run()
      expect(await family.now()).toMatchObject({ status: 'Overdue', requestId: null })

      const disputes = await deps.providers.stripe.AU.client.disputes.list({ charge: charge ?? '' })
      await server.sandboxApi('stripe/close-dispute', { dispute: disputes.data[0]?.id, outcome })
      await hearNews()
      await run()
      expect((await family.now()).status).toBe(status)
      const requests = await deps.db.many(sql`
      select amount_due_minor as due, status from payment_request
      where account_id = ${family.accountId} and is_arrears`)
      expect(requests).toEqual(
        Array.from({ length: asked }, () => ({ due: family.next.amount, status: 'Open' })),
      )
    },
  )
})

describe('A family that pays by BPAY', () => {
  const deposit = async (accountId: string, amount: number) => {
    const row = await deps.db.first<{ billerCode: string; crn: string }>(sql`
      select institution.bpay_biller_code as "billerCode", account.bpay_reference as crn
      from account join institution on institution.id = account.institution_id where account.id = ${accountId}`)
    await server.sandboxApi('bpay/receipt', { ...row, amount: toDecimal(cents(amount)) })
    const { importDeposits } = await import('../../books/deposits/import-deposits.ts')
    await importDeposits(deps)
  }

  it('is told what to pay, and its deposit pays the instalment and a part of the next', async () => {
    const family = await addPlanFamily({ sources: [bpay()] })
    const { next, accountId } = family
    await goTo(next.collectOn, 'AU')
    await run()
    expect(await family.now()).toMatchObject({ status: 'Scheduled' })
    await deposit(accountId, next.amount + 700)
    await run()
    expect(await family.now()).toMatchObject({ status: 'Paid' })
    const [, following] = (await family.rows()).filter(({ seq }) => seq >= next.seq)
    expect(following).toMatchObject({ status: 'Scheduled', settled: 700 })
    expect(await debits(accountId)).toEqual([])
  })

  it('is asked for it when nothing came within three business days', async () => {
    const family = await addPlanFamily({ sources: [bpay()] })
    const { next } = family
    await goTo(addBusinessDays(next.collectOn, 3, calendars.AU), 'AU')
    await run()
    expect(await family.now()).toMatchObject({ status: 'Scheduled' })
    await goTo(addBusinessDays(next.collectOn, 4, calendars.AU), 'AU')
    await run()
    expect(await family.now()).toMatchObject({ status: 'Overdue', reason: null })
  })
})
