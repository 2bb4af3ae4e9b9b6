import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { refusalReply } from '#contract/wire.ts'
import { dateIn } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import { schoolId } from '#tools/demo/schools.ts'
import { bankAccount, bpay, unauthorisedBankAccount, visaCredit, visaDebit } from '#tools/demo/sources.ts'
import { addGuest, confirmWallet, lettersOf } from '#tools/testing/guest.ts'
import { addPayer, expectSoundLedger, paymentsOf, providerCharges } from '#tools/testing/payments.ts'
import { addFamily } from '#tools/testing/family.ts'
import { firstOf } from '#tools/testing/long.ts'
import { startBeside } from '#tools/testing/server-process.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'
import { readBalance } from '../ledger/ledger.store.ts'
import { lookAtDuePayments } from './look.ts'

const server = await testServer()
const { deps } = server
const split = { paymentAmountChangeReason: 'MultiplePartiesPayingFees' }
const more = { paymentAmountChangeReason: 'ToPayMore' }

/** The provider has too much to do for one payment: it stays under way until somebody looks for it. */
const away = () =>
  server.sandboxApi('faults', {
    provider: 'stripe',
    method: 'POST',
    path: '/v1/payment_intents',
    action: 'status:429',
    times: 1,
  })
const settleWaiting = async () => {
  await server.travel(66_000)
  await lookAtDuePayments(deps)
}

beforeEach(async () => {
  await fetch(`${server.sandboxUrl}/_sandbox/api/faults`, { method: 'DELETE' })
})
afterEach(() => expectSoundLedger(server))

type Guest = Awaited<ReturnType<typeof addGuest>>

/** What a refused payer is told of the payment that came first. */
const toldOf = ({ accounts }: Guest, amount: number, surcharge: [string, number]) => ({
  amount,
  surchargePercentage: surcharge[0],
  surchargeAmount: surcharge[1],
  date: dateIn('AU', deps.clock()),
  accountShortId: accounts[0]?.shortId,
  schoolName: 'Wattle Grove College',
})

describe('The second person to pay a request', () => {
  it('while the first payment is under way is told so, with that payment', async () => {
    const guest = await addGuest(server)
    const tokens = [await guest.card(), await guest.card()]
    await away()
    expect((await guest.pay({ token: tokens[0], amount: 1250 })).status).toBe(202)
    for (const body of [{ amount: 1250 }, { amount: 1300, ...more }, { amount: 500, ...split }]) {
      const second = await guest.pay({ token: tokens[1], ...body })
      expect([second.status, second.body.code]).toEqual([409, 'payment_in_progress'])
      expect(second.body.payment).toEqual(toldOf(guest, 1250, ['1%', 12.5]))
      expect(refusalReply.parse(second.body)).toEqual(second.body)
      expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    await settleWaiting()
    expect(await guest.row()).toMatchObject({ status: 'Paid', paid: 125_000 })
  })

  it('when it is paid is told so, with that payment, whatever sum and reason they give', async () => {
    const guest = await addGuest(server, {}, { sources: [visaDebit()] })
    const token = await guest.card()
    await guest.pay({ repaymentSourceId: guest.sourceIds[0], amount: 1250 })
    for (const body of [{ amount: 1250 }, { amount: 300, ...more }]) {
      const second = await guest.pay({ token, ...body })
      expect([second.status, second.body.code, second.body.msg]).toEqual([
        409,
        'request_paid',
        'This payment request has already been paid.',
      ])
      expect(second.body.payment).toEqual(toldOf(guest, 1250, ['0%', 0]))
    }
    const wallet = await guest.openSession(1250)
    expect(wallet).toMatchObject({ status: 409, body: { code: 'request_paid', payment: { amount: 1250 } } })
    expect(await paymentsOf(server, guest.accountId)).toHaveLength(1)
  })

  it('while a bank brings the money is told that it is under way', async () => {
    const guest = await addGuest(server, {}, { sources: [bankAccount()] })
    await guest.pay({ repaymentSourceId: guest.sourceIds[0], amount: 1250 })
    for (const body of [{ amount: 1250 }, { amount: 100, ...more }]) {
      const second = await guest.pay({ repaymentSourceId: guest.sourceIds[0], ...body })
      expect([second.status, second.body.code, second.body.payment]).toEqual([
        409,
        'payment_in_progress',
        toldOf(guest, 1250, ['0%', 0]),
      ])
    }
    expect((await guest.openSession(1250)).body.code).toBe('payment_in_progress')
  })

  it('with what was due before a part was paid is told that it has changed', async () => {
    const guest = await addGuest(server)
    const tokens = [await guest.card(), await guest.card()]
    await guest.pay({ token: tokens[0], amount: 400, ...split })
    const late = await guest.pay({ token: tokens[1], amount: 1250 })
    expect([late.status, late.body.code]).toEqual([409, 'amount_changed'])
    expect(late.body.payment).toMatchObject({ amount: 400 })
    expect((await guest.pay({ token: tokens[1], amount: 850 })).status).toBe(200)
    expect(await guest.row()).toEqual({ status: 'Paid', paid: 125_000, pending: 0 })
  })

  it('may pay another part meanwhile, with a reason, but not the same and not too much from what is saved', async () => {
    const guest = await addGuest(server)
    const tokens = [await guest.card(), await guest.card()]
    const [saved] = guest.sourceIds
    await away()
    await guest.pay({ token: tokens[0], amount: 400, ...split })
    const same = await guest.pay({ token: tokens[1], amount: 400, ...split })
    const whole = await guest.pay({ token: tokens[1], amount: 1250 })
    const tooMuch = await guest.pay({ repaymentSourceId: saved, amount: 900, ...split })
    for (const { body } of [same, whole, tooMuch]) {
      expect(body).toMatchObject({ code: 'payment_in_progress', payment: { amount: 400 } })
    }
    const other = await guest.pay({ token: tokens[1], amount: 850, ...split })
    expect(other.status).toBe(200)
    await settleWaiting()
    expect(await guest.row()).toEqual({ status: 'Paid', paid: 125_000, pending: 0 })
  })

  it('with the same early payment is shown the one under way', async () => {
    const parent = await addPayer(server)
    await away()
    expect((await parent.pay(60)).status).toBe(202)
    expect(await parent.pay(60)).toMatchObject({
      status: 409,
      body: {
        code: 'payment_in_progress',
        payment: { amount: 60, accountShortId: parent.accounts[0]?.shortId },
      },
    })
    await settleWaiting()
  })
})

describe('A race for one request', () => {
  /** All at once: one is paid, everybody else hears of it, and the books have it once. */
  async function expectOneWinner(guest: Guest, tries: readonly (() => ReturnType<Guest['pay']>)[]) {
    const before = (await providerCharges(server)).length
    const balance = await readBalance(deps.db, guest.accountId)
    const replies = await Promise.all(tries.map((attempt) => attempt()))
    const won = replies.filter(({ status }) => status === 200)
    expect(new Set(won.map(({ body }) => body.paymentId)).size).toBe(1)
    for (const { status, body } of replies.filter((reply) => reply.status !== 200)) {
      expect(status).toBe(409)
      expect(['payment_in_progress', 'request_paid']).toContain(body.code)
    }
    expect((await providerCharges(server)).length).toBe(before + 1)
    expect(await paymentsOf(server, guest.accountId)).toMatchObject([{ status: 'Succeeded' }])
    expect(await guest.row()).toEqual({ status: 'Paid', paid: 125_000, pending: 0 })
    expect((await readBalance(deps.db, guest.accountId)) - balance).toBe(125_000)
    expect(await lettersOf(server, guest.accountId, 'Receipt')).toHaveLength(1)
    return replies
  }

  it('of five clicks on one button is one payment', async () => {
    const guest = await addGuest(server)
    const [token, key] = [await guest.card(), randomUUID()]
    await expectOneWinner(
      guest,
      Array.from({ length: 5 }, () => () => guest.pay({ token, amount: 1250 }, { key })),
    )
  })

  it.each(firstOf(1, ['one process', 'two processes']))(
    'of four people at %s, with cards and the saved method, is won by one',
    async (processes) => {
      const beside = processes === 'two processes' ? await startBeside(server) : undefined
      const at = beside?.url ?? server.url
      const guest = await addGuest(server)
      const tokens = [await guest.card(), await guest.card()]
      const saved = { repaymentSourceId: guest.sourceIds[0], amount: 1250 }
      const replies = await expectOneWinner(guest, [
        () => guest.pay({ token: tokens[0], amount: 1250 }),
        () => guest.pay({ token: tokens[1], amount: 1250 }, { at }),
        () => guest.pay(saved),
        () => guest.pay(saved, { at }),
      ])
      expect(replies.filter(({ status }) => status === 409)).toHaveLength(3)
      beside?.child.kill('SIGTERM')
      await beside?.exit
    },
  )

  it('between a card and a wallet is won by one of them, no matter which is faster', async () => {
    for (const isWalletFirst of [true, false]) {
      const guest = await addGuest(server)
      const token = await guest.card()
      const { body: opened } = await guest.openSession(1250)
      const balance = await readBalance(deps.db, guest.accountId)
      const byCard = () => guest.pay({ token, amount: 1250 })
      const byWallet = () => confirmWallet(server, opened.clientSecret)
      if (isWalletFirst) {
        expect((await byWallet()).status).toBe(200)
        const refused = await byCard()
        expect(refused).toMatchObject({ status: 409, body: { code: 'request_paid' } })
        expect(refused.body.payment).toMatchObject({ amount: 1250 })
      } else {
        expect((await byCard()).status).toBe(200)
        expect((await byWallet()).status).toBe(400)
      }
      await server.sandboxApi('webhooks/flush')
      expect(await paymentsOf(server, guest.accountId)).toHaveLength(1)
      expect(await guest.row()).toEqual({ status: 'Paid', paid: 125_000, pending: 0 })
      expect((await readBalance(deps.db, guest.accountId)) - balance).toBe(125_000)
      expect(await lettersOf(server, guest.accountId, 'Receipt')).toHaveLength(1)
    }
  })

  it('between a card and a wallet at the very same moment is won by one', async () => {
    const guest = await addGuest(server)
    const token = await guest.card()
    const { body: opened } = await guest.openSession(1250)
    const [byCard, byWallet] = await Promise.all([
      guest.pay({ token, amount: 1250 }),
      confirmWallet(server, opened.clientSecret),
    ])
    expect([byCard.status, byWallet.status].filter((status) => status === 200)).toHaveLength(1)
    await server.sandboxApi('webhooks/flush')
    expect(await paymentsOf(server, guest.accountId)).toHaveLength(1)
    expect(await guest.row()).toEqual({ status: 'Paid', paid: 125_000, pending: 0 })
  })

  it('is over for a wallet that asks before it pays', async () => {
    const guest = await addGuest(server)
    const token = await guest.card()
    await guest.openSession(1250)
    const verify = async (amount: number) =>
      (
        await guest.post('stripe-express-checkout-verification', {
          amount,
          event: { expressPaymentType: 'apple_pay', amount },
        })
      ).body
    expect(await verify(1250)).toEqual({ verified: true, message: null })
    await away()
    await guest.pay({ token, amount: 1250 })
    expect(await verify(1250)).toEqual({
      verified: false,
      message: 'This payment is already under way. You will not be charged twice.',
    })
    await settleWaiting()
    expect(await verify(1250)).toEqual({
      verified: false,
      message: 'This payment request has already been paid.',
    })
  })

  it('lets no wallet pay the whole of what was paid in part since it was opened', async () => {
    const guest = await addGuest(server)
    const token = await guest.card()
    await guest.openSession(1250)
    await guest.pay({ token, amount: 250, ...split })
    const { body } = await guest.post('stripe-express-checkout-verification', {
      amount: 1250,
      event: { expressPaymentType: 'apple_pay' },
    })
    expect(body).toEqual({ verified: false, message: 'The amount has changed. Please start again.' })
  })
})

describe('The saved method of a family, by its link,', () => {
  const tooOld = 'This payment method can no longer be used. Please choose another one.'
  const change = (guest: Guest, assignment: 'removed' | 'pending' | 'ended') =>
    assignment === 'removed'
      ? deps.db.run(sql`update repayment_source set status = 'Removed', removed_at = ${deps.clock()},
          is_default = false where account_id = ${guest.accountId} and id = ${guest.sourceIds[0]}`)
      : deps.db
          .run(sql`update repayment_source set mandate_status = ${assignment === 'ended' ? 'inactive' : 'pending'}
          where account_id = ${guest.accountId} and id = ${guest.sourceIds[0]}`)

  const methods = [
    ['an expired card', [visaDebit({ isExpired: true })], null, 409, 'source_unusable', tooOld],
    ['one that was removed', [visaCredit()], 'removed', 404, 'not_found', undefined],
    ['BPAY, which only its owner can send', [bpay()], null, 409, 'source_unusable', tooOld],
    [
      'a bank account whose direct debit has ended',
      [bankAccount({ hasEnded: true })],
      null,
      409,
      'source_unusable',
      tooOld,
    ],
    ['a bank account whose mandate is waiting', [bankAccount()], 'pending', 200, undefined, undefined],
    ['a bank account whose debits are refused', [unauthorisedBankAccount()], null, 200, undefined, undefined],
  ] as const

  it.each(firstOf(2, methods))('%s: %#', async (_, sources, changed, status, code, msg) => {
    const guest = await addGuest(server, {}, { sources: [...sources] })
    if (changed) await change(guest, changed)
    const reply = await guest.pay({ repaymentSourceId: guest.sourceIds[0], amount: 1250 })
    expect([reply.status, reply.body.code]).toEqual([status, code])
    if (msg) expect(reply.body.msg).toBe(msg)
    expect(await paymentsOf(server, guest.accountId)).toHaveLength(status === 200 ? 1 : 0)
  })

  it("is this account's alone: neither another family's nor what is no source at all", async () => {
    const [guest, other] = [await addGuest(server), await addGuest(server)]
    for (const repaymentSourceId of [other.sourceIds[0], randomUUID(), 'no-id', other.requestId]) {
      expect((await guest.pay({ repaymentSourceId, amount: 1250 })).status).toBe(404)
    }
    expect(await paymentsOf(server, other.accountId)).toEqual([])
  })

  it("is not one of the same parent's other account", async () => {
    const link = 'guest-of-a-parent-with-two-accounts'
    const family = await addFamily(server, {
      email: 'two.accounts@demo.example',
      mobile: '+61491510099',
      accounts: [{ requests: [{ id: link, amountDue: cents(125_000) }] }, { sources: [visaCredit()] }],
    })
    const [asked, other] = family.accounts
    const reply = await server.call('POST /api/portal/guest/payments', {
      body: {
        larkwellId: schoolId('Wattle Grove College'),
        shortId: asked?.shortId,
        email: 'two.accounts@demo.example',
        repaymentRequestId: link,
        repaymentSourceId: other?.sourceIds[0],
        amount: 1250,
      },
      headers: { 'X-Larkwell-Client-Req-Id': randomUUID() },
      token: await server.logIn('two.accounts@demo.example', '+61491510099'),
    })
    expect([reply.status, reply.body.code]).toEqual([404, 'not_found'])
  })

  const strangers: [name: string, body: object, status: number][] = [
    ['a wrong e-mail', { email: 'stranger@demo.example' }, 403],
    ['no link', { repaymentRequestId: undefined }, 403],
    ["another family's account", { shortId: 'LW000000' }, 400],
    ['another school', { larkwellId: randomUUID() }, 400],
  ]

  it.each(firstOf(2, strangers))('pays nothing with %s', async (_, body, status) => {
    const guest = await addGuest(server)
    const reply = await guest.pay({ repaymentSourceId: guest.sourceIds[0], amount: 1250, ...body })
    expect(reply.status).toBe(status)
    expect(await paymentsOf(server, guest.accountId)).toEqual([])
  })

  it('pays what is due once, in whatever parts, and never more', async () => {
    const guest = await addGuest(server)
    const saved = { repaymentSourceId: guest.sourceIds[0] }
    expect((await guest.pay({ ...saved, amount: 1000, ...split })).status).toBe(200)
    expect((await guest.pay({ ...saved, amount: 1000, ...split })).body.code).toBe('amount_over_due')
    const both = await Promise.all([
      guest.pay({ ...saved, amount: 200, ...split }),
      guest.pay({ ...saved, amount: 250 }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { paid } = (await guest.row()) ?? { paid: 0 }
    expect([120_000, 125_000]).toContain(paid)
    expect(await lettersOf(server, guest.accountId, 'Receipt')).toHaveLength(2)
  })
})
