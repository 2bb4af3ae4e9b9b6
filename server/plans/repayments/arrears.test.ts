import { afterEach, describe, expect, it } from 'vitest'
import { cents, toDecimal } from '#domain/money.ts'
import { addBehind, chargeFeeTo, sumOf } from '#tools/testing/arrears.ts'
import { firstOf } from '#tools/testing/long.ts'
import { expectSoundLedger, paymentsOf } from '#tools/testing/payments.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'
import { chaseOverdue } from './chase-overdue.ts'

const server = await testServer()
const { deps } = server
const { run, hearNews, restFamilies } = daysOf(server)

afterEach(() => expectSoundLedger(server))
afterEach(restFamilies)

const decimal = (amount: number) => toDecimal(cents(amount))
type Family = Awaited<ReturnType<typeof addBehind>>

const openOf = async (family: Family) =>
  (await family.requests()).filter(({ status }) => ['Open', 'PartPaid'].includes(status))

describe('What a family is behind with', () => {
  it('is one request: all that is owing, due since the oldest was due', async () => {
    const family = await addBehind(server)
    await family.fallBehind(30, 16, 2)
    await chaseOverdue(deps)
    const owing = await family.owing()
    const [oldest] = owing
    const [request, ...others] = await family.requests()
    expect(request).toMatchObject({ due: sumOf(owing), dueOn: oldest?.dueOn, status: 'Open' })
    expect(others).toEqual([])
    expect(owing.map(({ requestId }) => requestId)).toEqual([request?.id, request?.id, request?.id])

    // Another one joins it. One that is older makes it due earlier, never later.
    await family.fallBehind(1)
    await chaseOverdue(deps)
    expect(await family.requests()).toMatchObject([
      { id: request?.id, due: sumOf(await family.owing()), dueOn: oldest?.dueOn },
    ])
    await family.fallBehind(40)
    await chaseOverdue(deps)
    const [first] = await family.owing()
    expect(await family.requests()).toMatchObject([
      { id: request?.id, due: sumOf(await family.owing()), dueOn: first?.dueOn },
    ])
  })

  // More than one pair of runs: they have to meet in the same moment.
  it.each(firstOf(1, [1, 2, 3, 4, 5, 6]))(
    'is one request also where two processes ask at once (%i)',
    async () => {
      const families = await Promise.all(Array.from({ length: 6 }, () => addBehind(server)))
      for (const family of families) await family.fallBehind(30, 20, 10, 5)
      await Promise.all([chaseOverdue(deps), chaseOverdue(deps)])
      await chaseOverdue(deps)
      for (const family of families) {
        expect(await family.requests()).toMatchObject([{ due: sumOf(await family.owing()), status: 'Open' }])
      }
    },
  )

  it('is one problem on the Overview, with its parts and one link', async () => {
    const family = await addBehind(server)
    await family.fallBehind(30, 16, 2)
    await chaseOverdue(deps)
    const owing = await family.owing()
    const { problems, activeRepaymentRequests } = await family.overview()
    const overdue = problems.filter(({ kind }: { kind: string }) => kind === 'Overdue')
    const [request] = await family.requests()
    expect(overdue).toMatchObject([
      {
        amount: decimal(sumOf(owing)),
        since: owing[0]?.dueOn,
        requestId: await family.link(request?.id ?? ''),
        items: owing.map(({ dueOn, owing: left }) => ({ dueDate: dueOn, amount: decimal(left) })),
      },
    ])
    expect(activeRepaymentRequests).toMatchObject([
      { amount: decimal(sumOf(owing)), isForOverdueInstalment: true },
    ])
  })
})

describe('A payment of it', () => {
  it('of all of it pays every instalment, and the request', async () => {
    const family = await addBehind(server)
    await family.fallBehind(30, 16, 2)
    await chaseOverdue(deps)
    const total = sumOf(await family.owing())
    const [request] = await family.requests()
    const paid = await family.payByLink(await family.link(request?.id ?? ''), decimal(total))
    expect(paid.body.status).toBe('Succeeded')
    await run()
    expect(await family.owing()).toEqual([])
    expect(await family.requests()).toMatchObject([{ status: 'Paid', due: total, paid: total }])
  })

  it('of a part pays the oldest first, and the rest is asked for, due since the oldest of the rest', async () => {
    const family = await addBehind(server)
    await family.fallBehind(30, 16, 2)
    await chaseOverdue(deps)
    const [oldest, second, third] = await family.owing()
    const [request] = await family.requests()
    const amount = (oldest?.owing ?? 0) + 1000
    await family.payByLink(await family.link(request?.id ?? ''), decimal(amount))
    await family.allocate()
    expect(await family.owing()).toMatchObject([
      { seq: second?.seq, owing: (second?.owing ?? 0) - 1000 },
      { seq: third?.seq, owing: third?.owing },
    ])
    const [left] = await openOf(family)
    expect(left).toMatchObject({ status: 'PartPaid', paid: amount, dueOn: second?.dueOn })
    expect((left?.due ?? 0) - (left?.paid ?? 0)).toBe(sumOf(await family.owing()))
  })

  it('pays what it was asked for before what a later debit will collect', async () => {
    const family = await addBehind(server)
    await family.fallBehind(5)
    await chaseOverdue(deps)
    // An older one is to be tried again.
    await deps.db.run(sql`
      update instalment set status = 'Retrying', due_on = due_on - 60, retry_on = ${deps.clock()}::timestamptz::date + 5
      where (account_id, seq) = (
        select account_id, seq from instalment where account_id = ${family.accountId} and status = 'Scheduled'
        order by seq limit 1)`)
    const [owed] = await family.owing()
    const [request] = await family.requests()
    await family.payByLink(await family.link(request?.id ?? ''), decimal(owed?.owing ?? 0))
    await family.allocate()
    expect(await family.owing()).toEqual([])
    expect(await family.requests()).toMatchObject([{ status: 'Paid' }])
  })

  it('that comes another way lowers the request, and closes it when nothing is owing any more', async () => {
    const family = await addBehind(server)
    await family.fallBehind(30, 16)
    await chaseOverdue(deps)
    const [oldest, second] = await family.owing()
    expect((await family.pay(decimal(oldest?.owing ?? 0))).body.status).toBe('Succeeded')
    await family.allocate()
    expect(await openOf(family)).toMatchObject([{ due: second?.owing, dueOn: second?.dueOn }])
    await family.pay(decimal(second?.owing ?? 0))
    await family.allocate()
    expect(await openOf(family)).toEqual([])
  })

  it('by two payers at once is taken once', async () => {
    const family = await addBehind(server)
    await family.fallBehind(30, 16)
    await chaseOverdue(deps)
    const total = sumOf(await family.owing())
    const [request] = await family.requests()
    const link = await family.link(request?.id ?? '')
    const replies = await Promise.all([
      family.payByLink(link, decimal(total)),
      family.payByLink(link, decimal(total)),
    ])
    expect(replies.filter(({ body }) => body.status === 'Succeeded')).toHaveLength(1)
    await run()
    const payments = await paymentsOf(server, family.accountId)
    expect(payments.filter(({ kind, status }) => kind === 'Guest' && status === 'Succeeded')).toHaveLength(1)
    expect(await family.owing()).toEqual([])
  })

  it('that is disputed and lost is owing again, once', async () => {
    const family = await addBehind(server)
    await family.fallBehind(30, 16)
    await chaseOverdue(deps)
    const owing = await family.owing()
    const total = sumOf(owing)
    const [request] = await family.requests()
    const paid = await family.payByLink(await family.link(request?.id ?? ''), decimal(total))
    await run()
    // Another one is overdue meanwhile.
    await family.fallBehind(1)
    await chaseOverdue(deps)
    const [newer] = await family.owing()
    const charge = await family.chargeOf(paid.body.paymentId)
    await server.sandboxApi('stripe/dispute', { charge })
    await hearNews()
    await run()
    // Nobody is asked for it while the bank decides.
    expect(await openOf(family)).toMatchObject([{ due: newer?.owing }])
    const { data } = await deps.providers.stripe.AU.client.disputes.list({ charge })
    await server.sandboxApi('stripe/close-dispute', { dispute: data[0]?.id, outcome: 'lost' })
    await hearNews()
    await run()
    await run()
    expect(sumOf(await family.owing())).toBe(total + (newer?.owing ?? 0))
    expect(await openOf(family)).toMatchObject([{ due: total + (newer?.owing ?? 0), dueOn: owing[0]?.dueOn }])
  })

  it('that is refunded is owing again with the fee that it had paid', async () => {
    const family = await addBehind(server)
    await family.fallBehind(30)
    await chaseOverdue(deps)
    const [request] = await family.requests()
    await chargeFeeTo(server, family, request?.id ?? '')
    const total = sumOf(await family.owing()) + 25_00
    const paid = await family.payByLink(await family.link(request?.id ?? ''), decimal(total))
    await family.allocate()
    expect(await openOf(family)).toEqual([])
    await server.sandboxApi('stripe/refund', { charge: await family.chargeOf(paid.body.paymentId) })
    await hearNews()
    await run()
    await run()
    expect(await openOf(family)).toMatchObject([{ due: total, paid: 0 }])
  })

  it('that goes back while a part is still owing leaves exactly all of it', async () => {
    const family = await addBehind(server)
    await family.fallBehind(30, 16)
    await chaseOverdue(deps)
    const total = sumOf(await family.owing())
    const [request] = await family.requests()
    const paid = await family.payByLink(await family.link(request?.id ?? ''), decimal(total - 5000))
    await family.allocate()
    await server.sandboxApi('stripe/refund', { charge: await family.chargeOf(paid.body.paymentId) })
    await hearNews()
    await run()
    await run()
    expect(sumOf(await family.owing())).toBe(total)
    expect(await openOf(family)).toMatchObject([{ id: request?.id, due: total, paid: 0, status: 'Open' }])
  })
})
