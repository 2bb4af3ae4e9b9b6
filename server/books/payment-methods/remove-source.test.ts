import { beforeEach, describe, expect, it } from 'vitest'
import { bankAccount, bpay, mastercardDebit, visaCredit, visaDebit } from '#tools/demo/sources.ts'
import { firstOf, isLong } from '#tools/testing/long.ts'
import { payer, type Payer } from '#tools/testing/payer.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'

const server = await testServer()
const { deps, sandboxUrl } = server
const refusal = (status: number, code: string) => ({ status, body: { code } })

const remove = (parent: Payer, place: number) =>
  parent.post('remove-repayment-source', { repaymentSourceId: parent.sourceIds[place] })

async function providerIdOf(sourceId: string | undefined): Promise<string> {
  const row = await deps.db.first<{ id: string }>(sql`
    select provider_payment_method_id as id from repayment_source where id = ${sourceId}`)
  return row?.id ?? ''
}

const customerAtProvider = async (methodId: string) =>
  (await deps.providers.stripe.AU.client.paymentMethods.retrieve(methodId)).customer

beforeEach(() => fetch(`${sandboxUrl}/_sandbox/api/faults`, { method: 'DELETE' }))

describe('A payment method', () => {
  it('is removed here, and then at the provider', async () => {
    const parent = await payer(server, { sources: [visaDebit(), bankAccount()] })
    const methodId = await providerIdOf(parent.sourceIds[1])
    expect(await customerAtProvider(methodId)).not.toBeNull()
    const { status, body } = await remove(parent, 1)
    expect(status).toBe(200)
    expect(body).toEqual(await parent.details())
    expect(body.repaymentSources.map(({ id }: { id: string }) => id)).toEqual([parent.sourceIds[0]])
    await expect.poll(() => customerAtProvider(methodId)).toBeNull()
    const events = await deps.db.many(sql`
      select action, details from audit_event where subject_id = ${parent.accountId}`)
    expect(events).toEqual([{ action: 'SourceRemoved', details: { sourceId: parent.sourceIds[1] } }])
  })

  it('cannot be charged from the moment it is removed, even while the provider is away', async () => {
    const parent = await payer(server, { sources: [visaDebit(), bankAccount()] })
    const methodId = await providerIdOf(parent.sourceIds[1])
    await fetch(`${sandboxUrl}/_sandbox/api/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        provider: 'stripe',
        path: '/v1/payment_methods/*/detach',
        action: { status: 503 },
        times: 2,
      }),
    })
    expect((await remove(parent, 1)).status).toBe(200)
    const { repaymentSources } = await parent.details()
    expect(repaymentSources.map(({ id }) => id)).toEqual([parent.sourceIds[0]])
    await expect.poll(() => customerAtProvider(methodId)).toBeNull()
  })

  it('that is the default leaves that to the active one', async () => {
    const parent = await payer(server, {
      sources: [visaDebit({ isPreferred: false }), mastercardDebit({ isPreferred: true }), bankAccount()],
    })
    const { body } = await remove(parent, 0)
    expect(body.repaymentSources).toMatchObject([
      { id: parent.sourceIds[1], isDefault: true, preferred: true },
      { isDefault: false, preferred: false },
    ])
  })

  it('that is BPAY is removed without asking anyone', async () => {
    const parent = await payer(server, { sources: [visaDebit(), bpay()] })
    expect((await remove(parent, 1)).status).toBe(200)
  })
})

describe('A removal is refused', () => {
  it('of the last one', async () => {
    const parent = await payer(server, { sources: [visaDebit()] })
    expect(await remove(parent, 0)).toMatchObject(refusal(409, 'last_source'))
  })

  it('of the active one', async () => {
    const parent = await payer(server, { sources: [visaDebit(), bankAccount()] })
    expect(await remove(parent, 0)).toMatchObject(refusal(409, 'source_in_use'))
  })

  it('of one that a change will bring in', async () => {
    const parent = await payer(server, {
      sources: [bankAccount(), visaDebit()],
      pendingChange: { toSource: 1, inDays: 5 },
    })
    expect(await remove(parent, 1)).toMatchObject(refusal(409, 'source_in_use'))
  })

  it.each(firstOf(1, ['Processing', 'Created', 'Sent', 'Unknown']))(
    'of one with a payment that is %s',
    async (status) => {
      const parent = await payer(server, { sources: [visaDebit(), bankAccount()] })
      const now = deps.clock()
      await deps.db.run(sql`
      insert into payment (account_id, id, kind, source_id, institution_id, currency, amount_minor, status, created_at, updated_at)
      select id, gen_random_uuid(), 'Early', ${parent.sourceIds[1]}::uuid, institution_id, 'AUD', 1000, ${status}, ${now}, ${now}
      from account where id = ${parent.accountId}`)
      expect(await remove(parent, 1)).toMatchObject(refusal(409, 'source_paying'))
    },
  )

  it('where the account does not allow it', async () => {
    const parent = await payer(server, { sources: [visaDebit(), bankAccount()], allowsSourceUpdates: false })
    expect(await remove(parent, 1)).toMatchObject(refusal(403, 'forbidden'))
  })

  it("of another family's", async () => {
    const sources = [visaDebit(), bankAccount()]
    const [parent, stranger] = [await payer(server, { sources }), await payer(server, { sources })]
    const sent = { repaymentSourceId: stranger.sourceIds[1] }
    expect(await parent.post('remove-repayment-source', sent)).toMatchObject(refusal(404, 'not_found'))
    expect((await stranger.details()).repaymentSources).toHaveLength(2)
  })

  it.each(firstOf(1, ['00000000-0000-4000-8000-000000000000', 'x', "' or true --"]))('of %s', async (id) => {
    const parent = await payer(server, { sources: [visaDebit(), bankAccount()] })
    expect(await parent.post('remove-repayment-source', { repaymentSourceId: id })).toMatchObject(
      refusal(404, 'not_found'),
    )
  })

  it('the second time', async () => {
    const parent = await payer(server, { sources: [visaDebit(), bankAccount(), visaCredit()] })
    const replies = await Promise.all([1, 2, 3, 4].map(() => remove(parent, 1)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404])
  })
})

describe('Two tabs', () => {
  it('never remove both of two payment methods, however often they try', async () => {
    // Neither is active, so that only the number of them protects the last one.
    const elsewhere = { isDefault: false, isPreferred: false }
    const parent = await payer(server, { plans: [], sources: [visaDebit(elsewhere), bankAccount(elsewhere)] })
    for (let round = 0; round < (isLong ? 50 : 5); round += 1) {
      await deps.db.run(sql`
        update repayment_source set status = 'Usable', removed_at = null where account_id = ${parent.accountId}`)
      const replies = await Promise.all([remove(parent, 0), remove(parent, 1)])
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const { repaymentSources } = await parent.details()
      expect(repaymentSources).toHaveLength(1)
    }
  })

  it('never leave a removed payment method active', async () => {
    const sources = [visaDebit(), bankAccount(), visaCredit()]
    for (let round = 0; round < (isLong ? 10 : 2); round += 1) {
      const parent = await payer(server, { plans: [], sources })
      const activate = parent.post('activate-repayment-source', {
        repaymentChangeId: null,
        repaymentSourceId: parent.sourceIds[1],
      })
      await Promise.all([activate, remove(parent, 1)])
      const { repaymentSources } = await parent.details()
      expect(repaymentSources.filter(({ preferred }) => preferred)).toHaveLength(1)
    }
  })
})
