import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { contract } from '#contract/contract.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { mayActAs, staffRoles, type StaffRole } from '#domain/staff.ts'
import { bankAccount, visaDebit, type Source } from '#tools/demo/sources.ts'
import { addFamily } from '#tools/testing/family.ts'
import { planner } from '#tools/testing/planner.ts'
import { samplePdf } from '#tools/testing/sample-files.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'
import { impersonatedCalls } from '../impersonation/impersonated-calls.ts'

const server = await testServer()
const { call, deps } = server

const table = contract as Record<string, Endpoint>
const calls = Object.keys(table).filter((key) => ['customer', 'account'].includes(table[key]?.access ?? ''))
const isWrite = (key: string) => !key.startsWith('GET ')

type Parent = { customerId: string; accountId: string }

async function impersonate(parent: Pick<Parent, 'customerId'>, role: StaffRole) {
  const staff = await addStaff(server, role)
  const permission = await call(`POST /api/staff/customers/${parent.customerId}/impersonation`, {
    token: staff.token,
    body: { reason: 'Cannot find her statements' },
  })
  const linkToken = new URL(permission.body.url).searchParams.get('token')
  const { body } = await call('POST /api/auth/customer/token-login', { body: { token: linkToken } })
  return { staff, token: body.token as string }
}

let families = 0
async function family({ sources }: { sources?: Source[] } = {}) {
  families += 1
  const suffix = String(families).padStart(2, '0')
  const person = { email: `seen${suffix}@demo.example`, mobile: `+614915701${suffix}` }
  return { ...person, ...(await addFamily(server, { ...person, accounts: [sources ? { sources } : {}] })) }
}

/** Makes a call for a family with a body that is always invalid. Access is decided before the body is validated. */
function knock(key: string, { accountId }: Pick<Parent, 'accountId'>, token: string) {
  const path = key.replace(':accountId', accountId).replaceAll(/:\w+/g, () => randomUUID())
  return call(path, {
    token,
    headers: { 'X-Larkwell-Client-Req-Id': randomUUID() },
    ...(isWrite(key) && { body: {} }),
  })
}

const lettersOf = (accountId: string) =>
  deps.db.many<{ to: string; staffEmail: string; action: string }>(sql`
    select recipient as to, facts->>'staffEmail' as "staffEmail", facts->>'action' as action from outbox_message
    where account_id = ${accountId} and kind = 'DoneByStaff' order by created_at, recipient`)

/** Everything that money could be taken from or sent to, and the family's contact details. */
const belongings = ({ accountId, customerId }: Parent) =>
  deps.db.first(sql`
    select (select count(*) from payment) as payments,
      (select jsonb_agg(source order by id) from repayment_source source where account_id = ${accountId}) as sources,
      (select count(*) from withdrawal_request) as withdrawals,
      (select jsonb_build_array(email, mobile_e164) from customer where id = ${customerId}) as contact`)

describe('Looking through a customer’s eyes', () => {
  it('is notified to the customer once, when it begins', async () => {
    const parent = await family()
    const { staff } = await impersonate(parent, 'support')
    const opened = await deps.db.many(sql`
      select recipient, facts ->> 'staffEmail' as by from outbox_message
      where customer_id = ${parent.customerId} and kind = 'OpenedByStaff'`)
    expect(opened).toEqual([{ recipient: parent.email, by: staff.email }])
  })

  it('every call there is, read or write, answered or refused, is on record with both names', async () => {
    const parent = await family()
    const { staff, token } = await impersonate(parent, 'support')
    // Logging out comes last, because it ends the session.
    const order = calls.toSorted((a, b) => Number(a.endsWith('/logout')) - Number(b.endsWith('/logout')))
    const attempts: { call: string; request: string | null }[] = []
    for (const key of order) {
      const reply = await knock(key, parent, token)
      expect(reply.status, key).not.toBe(401)
      attempts.push({ call: key, request: reply.headers.get('x-request-id') })
    }
    const trail = await deps.db.many(sql`
      select details->>'call' as call, request_id as request from audit_event
      where subject_id = ${parent.customerId} and action = 'Impersonated'
        and actor_id = ${parent.customerId} and impersonator_email = ${staff.email}`)
    const byRequest = (a: { request: string | null }, b: { request: string | null }) =>
      String(a.request).localeCompare(String(b.request))
    expect((trail as typeof attempts).toSorted(byRequest)).toEqual(attempts.toSorted(byRequest))

    // Every other recorded action names both the staff member and the customer.
    const silent = await deps.db.many(sql`
      select action from audit_event
      where actor_kind = 'Customer' and actor_id = ${parent.customerId} and impersonator_email is null`)
    expect(silent).toEqual([])
    expect((await call('GET /api/portal/customer/accounts', { token })).status).toBe(401)
  })

  it.each(staffRoles)(
    '%s may do what the role may do itself, and never what is the family’s own',
    async (role) => {
      const parent = await family({ sources: [bankAccount(), visaDebit()] })
      const { token } = await impersonate(parent, role)
      const before = await belongings(parent)
      const answers: Record<string, string> = {}
      for (const key of Object.keys(impersonatedCalls)) {
        if (key.endsWith('/logout')) continue
        const { status, body } = await knock(key, parent, token)
        answers[key] = status === 403 ? body.code : 'let in'
      }
      const asOperations = mayActAs(role, 'operations') ? 'let in' : 'not_by_role'
      const expected = Object.keys(answers).map((key) => {
        if (/\/(calculate-plan|address-search)$/.test(key)) return [key, 'let in']
        if (/\/(save-plan|discount-letters|invoices\/upload)$/.test(key)) return [key, asOperations]
        if (
          /\/(move-payment|skip-payments|undo-plan-change|switch-extra-outcome|move-failed-payment)$/.test(
            key,
          )
        )
          return [key, asOperations]
        return [key, 'not_by_staff']
      })
      expect(answers).toEqual(Object.fromEntries(expected))
      expect(await belongings(parent)).toEqual(before)

      // The portal shows the same refusal in advance.
      const { body } = await call('GET /api/portal/customer/impersonation', { token })
      const refused = (body.refusedCalls as { call: string; msg: string }[]).map((each) => each.call)
      expect(refused.toSorted()).toEqual(
        Object.keys(answers)
          .filter((key) => answers[key] !== 'let in')
          .toSorted(),
      )
    },
  )

  it('no saved payment method is activated or removed, whatever the body says', async () => {
    const parent = await family({ sources: [bankAccount(), visaDebit()] })
    const { token } = await impersonate(parent, 'admin')
    const before = await belongings(parent)
    const path = (name: string) => `/api/portal/customer/account/${parent.accountId}/${name}`
    const details = await call(`GET ${path('repayment-details')}`, { token })
    const [, second] = details.body.repaymentSources as { id: string }[]
    const repaymentChangeId = details.body.repayments[0]?.repaymentChangeId ?? null
    const activation = { repaymentChangeId, repaymentSourceId: second?.id }
    for (const [key, body] of [
      [`POST ${path('activate-repayment-source')}`, activation],
      [`POST ${path('repayment-details')}`, activation],
      [`PUT ${path('repayment-details')}`, activation],
      [`POST ${path('remove-repayment-source')}`, { repaymentSourceId: second?.id }],
    ] as const)
      expect(await call(key, { token, body })).toMatchObject({
        status: 403,
        body: {
          code: 'not_by_staff',
          msg: 'You are in this account as staff. Only the family can add, activate or remove payment methods.',
        },
      })
    expect(await belongings(parent)).toEqual(before)
    expect(await lettersOf(parent.accountId)).toEqual([])
  })

  it('support saves no plan; operations does, on record, and the whole family is notified', async () => {
    const parent = await planner(server)
    await parent.letStaffIn('support')
    expect(await parent.save({})).toMatchObject({ status: 403, body: { code: 'not_by_role' } })
    expect(await lettersOf(parent.accountId)).toEqual([])
    const staffEmail = await parent.letStaffIn('operations')
    expect(await parent.save({})).toMatchObject({ status: 200 })
    const audited = await deps.db.many(sql`
      select action, impersonator_email as by from audit_event where subject_id = ${parent.accountId}`)
    expect(audited).toEqual([{ action: 'PlanSaved', by: staffEmail }])
    const letters = [{ to: parent.email, staffEmail, action: 'saved a payment plan' }]
    expect(await lettersOf(parent.accountId)).toEqual(letters)
    // A second click changes nothing, and sends no notice.
    expect(await parent.save({})).toMatchObject({ status: 200 })
    expect(await lettersOf(parent.accountId)).toEqual(letters)
    expect((await parent.save({ repaymentCount: 8 })).status).toBe(200)
    expect(await lettersOf(parent.accountId)).toEqual([...letters, ...letters])
  })

  it('the family is notified of a file that staff upload', async () => {
    const parent = await family()
    const { staff, token } = await impersonate(parent, 'operations')
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(samplePdf('Invoice'))]), 'invoice.pdf')
    const uploaded = await fetch(
      `${server.url}/api/portal/customer/account/${parent.accountId}/invoices/upload`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'x-larkwell-region': 'AU' },
        body: form,
      },
    )
    expect([uploaded.status, await uploaded.json()]).toMatchObject([200, { name: 'invoice' }])
    expect(await lettersOf(parent.accountId)).toEqual([
      { to: expect.any(String), staffEmail: staff.email, action: 'uploaded an invoice' },
    ])
  })

  it('a change of role takes effect at once', async () => {
    const parent = await family()
    const { staff, token } = await impersonate(parent, 'operations')
    const save = 'POST /api/portal/customer/account/:accountId/save-plan'
    expect((await knock(save, parent, token)).status).toBe(400)
    await deps.db.run(sql`update staff set role = 'support' where id = ${staff.staffId}`)
    expect((await knock(save, parent, token)).body.code).toBe('not_by_role')
  })

  it('a customer gets no list of refused calls', async () => {
    const parent = await family()
    const token = await server.logIn(parent.email, parent.mobile)
    expect((await call('GET /api/portal/customer/impersonation', { token })).body).toEqual({
      refusedCalls: [],
    })
  })
})
