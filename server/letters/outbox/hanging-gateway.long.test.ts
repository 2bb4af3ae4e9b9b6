import { expect, it } from 'vitest'
import { addFamily } from '#tools/testing/family.ts'
import { testServer } from '#tools/testing/server.ts'

// As in production, nobody waits longer for a connection.
const server = await testServer({ databaseTimeoutMs: 3_000 })

it('A text message gateway that hangs keeps nobody else from the portal', async () => {
  const reader = { email: 'reads@demo.example', mobile: '+61491573011' }
  const { accountId } = await addFamily(server, reader)
  const token = await server.logIn(reader.email, reader.mobile)
  const people = Array.from({ length: 20 }, (_, place) => ({
    email: `asks${place}@demo.example`,
    mobile: `+614915731${String(place).padStart(2, '0')}`,
  }))
  for (const person of people) await addFamily(server, person)

  await server.sandboxApi('faults', { provider: 'sms', times: 999, action: 'hang' })
  await Promise.all(
    people.map(({ email }) => server.call('POST /api/auth/customer/send-otp', { body: { email } })),
  )
  // As many texts hang as are ever sent side by side: more than a pool has connections.
  const hanging = async () => {
    const reply = await fetch(`${server.sandboxUrl}/_sandbox/api/faults`)
    const { faults } = (await reply.json()) as { faults: { left: number }[] }
    return 999 - (faults[0]?.left ?? 999)
  }
  await expect.poll(hanging).toBeGreaterThanOrEqual(10)
  const reads = Array.from({ length: 40 }, () =>
    server.call(`GET /api/portal/customer/account/${accountId}/overview`, { token }),
  )
  const statuses = (await Promise.all(reads)).map(({ status }) => status)
  expect(statuses).toEqual(statuses.map(() => 200))
})
