import { expect, it } from 'vitest'
import { contract } from '#contract/contract.ts'
import { addFamily } from '#tools/testing/family.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'

const server = await testServer()
const { call, deps } = server
const schema = contract['GET /api/portal/customer/account/:accountId/profile'].reply

const email = 'olivia@demo.example'
const mobile = '+61491572101'
const family = await addFamily(server, { email, mobile })
const token = await server.logIn(email, mobile)
const profile = (accountId = family.accountId) =>
  call(`GET /api/portal/customer/account/${accountId}/profile`, { token })

it('shows a customer their details, formatted as they would write them', async () => {
  const { status, body } = await profile()
  const stored = await deps.db.first<{ address: string }>(sql`
    select full_address as address from customer_address where customer_id = ${family.customerId}`)
  expect([status, body]).toEqual([
    200,
    {
      firstName: 'Olivia',
      lastName: 'Bennett',
      email,
      mobilePhone: '0491 572 101',
      address: stored?.address,
    },
  ])
  expect(schema.parse(body)).toEqual(body)
})

it('shows only the address where they live now', async () => {
  await deps.db.run(sql`
    update customer_address set status = 'Previous' where customer_id = ${family.customerId}`)
  expect((await profile()).body.address).toBeNull()
  await deps.db.run(sql`
    insert into customer_address (customer_id, id, status, state, postcode, full_address)
    values (${family.customerId}, gen_random_uuid(), 'Current', 'VIC', '3057', '1 Zoë Straße, Brunswick VIC 3057')`)
  expect((await profile()).body.address).toBe('1 Zoë Straße, Brunswick VIC 3057')
})

it('shows a changed mobile, or none', async () => {
  const { customerId } = family
  await deps.db.run(sql`update customer set mobile_e164 = '+447700900123' where id = ${customerId}`)
  expect((await profile()).body.mobilePhone).toBe('+447700900123')
  await deps.db.run(sql`update customer set mobile_e164 = null where id = ${customerId}`)
  expect((await profile()).body.mobilePhone).toBeNull()
})

it('is shown to nobody else', async () => {
  const { accountId } = await addFamily(server, { email: 'other@demo.example', mobile: '+61491572102' })
  expect((await profile(accountId)).status).toBe(403)
  const { status } = await call(`GET /api/portal/customer/account/${family.accountId}/profile`)
  expect(status).toBe(401)
})
