import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { calendarDate } from '#domain/calendar/calendar.ts'
import { cents, toDecimal } from '#domain/money.ts'
import { addBehind, sumOf } from '#tools/testing/arrears.ts'
import { firstOf } from '#tools/testing/long.ts'
import { expectSoundLedger } from '#tools/testing/payments.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'
import { chaseOverdue } from '../../plans/repayments/chase-overdue.ts'
import { cancelPaymentRequest, createPaymentRequest } from '../../books/payment-requests/payment-requests.ts'

const server = await testServer()
const { deps } = server

afterEach(() => expectSoundLedger(server))

type Family = Awaited<ReturnType<typeof addBehind>>
const totalOf = async (family: Family) => toDecimal(cents(sumOf(await family.owing())))
const currentOf = async (family: Family) => {
  const open = (await family.requests()).find(({ status }) => status === 'Open' || status === 'PartPaid')
  return family.link(open?.id ?? '')
}

/** The link of an earlier request for arrears, which is closed. */
async function oldLink(family: Family, status: 'Cancelled' | 'Expired' | 'Paid'): Promise<string> {
  const [first] = await family.owing()
  const { id } = await deps.db.transaction((tx) =>
    createPaymentRequest(tx, deps, {
      accountId: family.accountId,
      amountDue: cents(first?.owing ?? 1),
      dueOn: first?.dueOn ?? calendarDate('2026-01-05'),
      isArrears: true,
      isTold: false,
    }),
  )
  await deps.db.run(sql`update payment_request set status = ${status} where id = ${id}`)
  return family.link(id)
}

describe('An old link for something overdue', () => {
  it.each(firstOf(1, ['Cancelled', 'Expired', 'Paid'] as const))(
    'leads to all that the account owes now: of a request that is %s',
    async (status) => {
      const family = await addBehind(server)
      await family.fallBehind(20, 6)
      const old = await oldLink(family, status)
      await chaseOverdue(deps)
      const reply = await family.page(old)
      expect(reply.body.request).toMatchObject({
        schoolName: 'Wattle Grove College',
        current: await currentOf(family),
      })
      const page = await family.page(reply.body.request.current)
      expect(page.body.payableDetails).toMatchObject({
        amountDue: await totalOf(family),
        parts: (await family.owing()).map(({ dueOn, owing }) => ({
          dueDate: dueOn,
          amount: toDecimal(cents(owing)),
        })),
      })
      // A tab that was open all the time pays nothing by the old link, and is told the new one.
      const tried = await server.call('POST /api/portal/guest/payments', {
        body: {
          repaymentRequestId: old,
          larkwellId: family.instId,
          shortId: family.accounts[0]?.shortId,
          amount: 10,
          token: 'none',
        },
        headers: { 'X-Larkwell-Client-Req-Id': randomUUID() },
      })
      expect(tried.body.request.current).toBe(reply.body.request.current)
    },
  )

  it('says calmly that it is paid once nothing is owing any more', async () => {
    const family = await addBehind(server)
    await family.fallBehind(20, 6)
    const old = await oldLink(family, 'Cancelled')
    await chaseOverdue(deps)
    const current = await currentOf(family)
    await family.pay(await totalOf(family))
    await family.allocate()
    for (const link of [old, current]) {
      const reply = await family.page(link)
      expect([reply.status, reply.body.code]).toEqual([409, 'request_paid'])
      expect(reply.body.request).toMatchObject({ schoolName: 'Wattle Grove College' })
      expect(reply.body.request.current).toBeUndefined()
    }
  })

  it('leads nowhere while staff have taken back the request', async () => {
    const family = await addBehind(server)
    await family.fallBehind(20)
    await chaseOverdue(deps)
    const [request] = await family.requests()
    const link = await family.link(request?.id ?? '')
    await cancelPaymentRequest(deps, { id: request?.id ?? '', staffId: null }, async () => {})
    await chaseOverdue(deps)
    const reply = await family.page(link)
    expect([reply.status, reply.body.code]).toEqual([410, 'request_cancelled'])
    // What is overdue later is asked for, and the link leads there.
    await family.fallBehind(1)
    await chaseOverdue(deps)
    expect((await family.page(link)).body.request.current).toBe(await currentOf(family))
  })

  it('never leads to another account, nor does that of a request of the school', async () => {
    const [one, other] = [await addBehind(server), await addBehind(server)]
    await one.fallBehind(20)
    await other.fallBehind(20)
    const old = await oldLink(one, 'Cancelled')
    await chaseOverdue(deps)
    expect((await one.page(old)).body.request.current).toBe(await currentOf(one))
    expect(await currentOf(one)).not.toBe(await currentOf(other))
    const { id } = await deps.db.transaction((tx) =>
      createPaymentRequest(tx, deps, {
        accountId: one.accountId,
        amountDue: cents(5_000),
        dueOn: calendarDate('2026-01-05'),
        isTold: false,
      }),
    )
    await cancelPaymentRequest(deps, { id, staffId: null }, async () => {})
    const reply = await one.page(await one.link(id))
    expect([reply.status, reply.body.code]).toEqual([410, 'request_cancelled'])
    expect(reply.body.request.current).toBeUndefined()
  })
})

describe('A payment of what is overdue', () => {
  it('says which instalments it pays: on the page, in the letter and on the receipt', async () => {
    const family = await addBehind(server)
    await family.fallBehind(20, 6)
    await chaseOverdue(deps)
    const [oldest, second] = await family.owing()
    const paid = await family.payByLink(
      await currentOf(family),
      toDecimal(cents((oldest?.owing ?? 0) + 1000)),
    )
    const expected = [
      { dueOn: oldest?.dueOn, amount: oldest?.owing, isPart: false },
      { dueOn: second?.dueOn, amount: 1000, isPart: true },
    ]
    expect(paid.body).toMatchObject({
      pays: expected.map(({ dueOn, amount, isPart }) => ({
        dueDate: dueOn,
        amount: toDecimal(cents(amount ?? 0)),
        isPart,
      })),
      stillToPay: { amount: toDecimal(cents((second?.owing ?? 0) - 1000)) },
    })
    const receipt = async () => (await family.letters('Receipt')).at(-1)?.facts.details?.pays
    await expect.poll(receipt).toEqual(expected)
    const mail = async () => (await server.message(family.email, 'email')).text
    await expect.poll(mail).toContain('Part of the instalment due')
    await family.allocate()
    expect(await family.owing()).toMatchObject([{ seq: second?.seq, owing: (second?.owing ?? 0) - 1000 }])
  })
})
