import { describe, expect, it } from 'vitest'
import { authorised, payer } from '#tools/testing/payer.ts'
import { startBeside } from '#tools/testing/server-process.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'

const server = await testServer()
const { deps, sandboxUrl } = server

const numbers = { accountNumber: '718293645', bsb: '062-199', holder: 'Olivia Bennett' }
const sent = { ...authorised, bankAccount: numbers }

async function fault(rule: object) {
  const reply = await fetch(`${sandboxUrl}/_sandbox/api/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ provider: 'stripe', times: 1, ...rule }),
  })
  expect(await reply.text()).toContain('flt_')
}

const postTo = (url: string, { accountId, token }: { accountId: string; token: string }) =>
  fetch(`${url}/api/portal/customer/account/${accountId}/repayment-sources`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(sent),
  })

describe('A bank account', () => {
  it('is set up and saved once, although the process was killed between the provider and the database', async () => {
    const parent = await payer(server, { sources: [] })
    const beside = await startBeside(server)
    const { client } = deps.providers.stripe.AU
    const setUps = async () => {
      const account = await deps.db.first<{ customer: string }>(sql`
        select stripe_customer_id as customer from account where id = ${parent.accountId}`)
      return account?.customer ? (await client.setupIntents.list({ customer: account.customer })).data : []
    }
    await fault({ method: 'POST', path: '/v1/setup_intents', action: { delayMs: 3_000 }, after: true })
    const lost = postTo(beside.url, parent).catch(() => 'cut off')
    await expect.poll(async () => (await setUps()).length).toBe(1)
    beside.child.kill('SIGKILL')
    expect(await lost).toBe('cut off')
    expect((await parent.details()).repaymentSources).toEqual([])

    // The provider still holds the first asking open for a while, and refuses to begin another.
    await expect.poll(async () => (await postTo(server.url, parent)).status).toBe(200)
    const [setUp, ...more] = await setUps()
    expect(more).toEqual([])
    const rows = await deps.db.many<{ methodId: string }>(sql`
      select provider_payment_method_id as "methodId" from repayment_source where account_id = ${parent.accountId}`)
    expect(rows).toEqual([{ methodId: setUp?.payment_method }])
  })

  it('leaves its numbers in no line of the log, whether it is saved or not', async () => {
    const beside = await startBeside(server)
    const parent = await payer(server, { sources: [] })
    await fault({ path: '/v1/payment_methods', action: { status: 500 }, times: 2 })
    expect((await postTo(beside.url, parent)).status).toBe(503)
    await fault({ path: '/v1/setup_intents', action: 'malformed', times: 2 })
    expect((await postTo(beside.url, parent)).status).toBe(503)
    await fetch(`${sandboxUrl}/_sandbox/api/faults`, { method: 'DELETE' })
    expect((await postTo(beside.url, parent)).status).toBe(200)
    await expect.poll(() => beside.output()).toMatch(/repayment-sources","status":200/)
    for (const number of ['718293645', '062199', '062-199', 'Olivia Bennett', parent.email])
      expect(beside.output()).not.toContain(number)
    beside.child.kill('SIGTERM')
  })
})
