import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { contract } from '#contract/contract.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { addFamily } from '#tools/testing/family.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql } from '../database/sql.ts'
import { closedToStaff } from '../staff/families/impersonation.ts'

const server = await testServer()
const { call, deps } = server

const calls = Object.entries(contract as Record<string, Endpoint>)
  .filter(([, { access }]) => access === 'customer' || access === 'account')
  .map(([key]) => key)
const isWrite = (key: string) => !key.startsWith('GET ')

/**
 * What staff may change in a customer's place: none of it moves money or brings in something to take it from. What
 * is sent to the two that might is looked at. A new call that writes is on this list or closed, by decision.
 */
const openToStaff = [
  'POST /api/auth/customer/logout',
  'POST /api/portal/customer/account/:accountId/activate-repayment-source',
  'POST /api/portal/customer/account/:accountId/calculate-plan',
  'POST /api/portal/customer/account/:accountId/discount-letters',
  'POST /api/portal/customer/account/:accountId/invoices/upload',
  'POST /api/portal/customer/account/:accountId/remove-repayment-source',
  'POST /api/portal/customer/account/:accountId/repayment-details',
  'POST /api/portal/customer/account/:accountId/save-plan',
  'POST /api/portal/customer/address-search',
  'PUT /api/portal/customer/account/:accountId/repayment-details',
]

describe('Looking through a customer’s eyes', () => {
  it('every call that writes is either closed or known to move no money', () => {
    const open = calls.filter((key) => isWrite(key) && !closedToStaff.has(key))
    expect(open.toSorted()).toEqual(openToStaff)
  })

  it('every call there is, read or write, answered or refused, is on record with both names', async () => {
    const parent = await addFamily(server, { email: 'seen@demo.example', mobile: '+61491570197' })
    const staff = await addStaff(server, 'support')
    const permission = await call(`POST /api/staff/customers/${parent.customerId}/impersonation`, {
      token: staff.token,
      body: { reason: 'Cannot find her statements' },
    })
    const linkToken = new URL(permission.body.url).searchParams.get('token')
    const { body } = await call('POST /api/auth/customer/token-login', { body: { token: linkToken } })
    const token: string = body.token

    // Logging out comes last: there is no session after it.
    const order = calls.toSorted((a, b) => Number(a.endsWith('/logout')) - Number(b.endsWith('/logout')))
    const made: { call: string; request: string | null }[] = []
    for (const key of order) {
      const path = key.replace(':accountId', parent.accountId).replaceAll(/:\w+/g, () => randomUUID())
      const reply = await call(path, {
        token,
        headers: { 'X-Larkwell-Client-Req-Id': randomUUID() },
        ...(isWrite(key) && { body: {} }),
      })
      expect(reply.status, key).not.toBe(401)
      if (closedToStaff.has(key)) expect([key, reply.body.code]).toEqual([key, 'not_by_staff'])
      made.push({ call: key, request: reply.headers.get('x-request-id') })
    }
    const trail = await deps.db.many(sql`
      select details->>'call' as call, request_id as request from audit_event
      where subject_id = ${parent.customerId} and action = 'Impersonated'
        and actor_id = ${parent.customerId} and impersonator_email = ${staff.email} order by at, id`)
    const byRequest = (a: { request: string | null }, b: { request: string | null }) =>
      String(a.request).localeCompare(String(b.request))
    expect((trail as typeof made).toSorted(byRequest)).toEqual(made.toSorted(byRequest))

    // Whatever was done besides names who did it, in whose name.
    const silent = await deps.db.many(sql`
      select action from audit_event
      where actor_kind = 'Customer' and actor_id = ${parent.customerId} and impersonator_email is null`)
    expect(silent).toEqual([])
    expect((await call('GET /api/portal/customer/accounts', { token })).status).toBe(401)
  })
})
