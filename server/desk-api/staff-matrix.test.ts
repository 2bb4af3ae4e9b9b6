import { randomUUID } from 'node:crypto'
import { expect, describe, it } from 'vitest'
import { isRole, type Endpoint } from '#contract/endpoint.ts'
import { familyCalls } from '#contract/staff-actions.ts'
import { staffContract } from '#contract/staff.ts'
import { mayActAs, staffRoles, type StaffRole } from '#domain/staff.ts'
import { addFamily } from '#tools/testing/family.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql } from '../platform/database/sql.ts'
import { staffRoutes } from './desk.routes.ts'

const server = await testServer()
const { call, deps } = server

const table: Record<string, Endpoint> = staffContract
const closed = Object.entries(table).filter(([, { access }]) => isRole(access))
const isWrite = (key: string) => !key.startsWith('GET ')

/** Names that nobody has and a body that nobody accepts: who is let in is decided before anything happens. */
async function knock(key: string, token?: string) {
  const path = key.replaceAll(/:\w+/g, () => randomUUID())
  const { status } = await call(path, {
    ...(isWrite(key) && !key.endsWith('log-out') && { body: {} }),
    ...(token !== undefined && { token }),
  })
  return status
}

describe('Who may call what of the staff’s calls', () => {
  it('is as the contract says, in every cell', async () => {
    await addFamily(server, { email: 'matrix@demo.example', mobile: '+61491570171' })
    const customer = await server.logIn('matrix@demo.example', '+61491570171')
    const wrong: string[] = []
    let cells = 0
    const check = (isRight: boolean, cell: string) => {
      cells += 1
      if (!isRight) wrong.push(cell)
    }
    const tokens = new Map<string, string>()
    for (const role of staffRoles) tokens.set(role, (await addStaff(server, role)).token)
    for (const [key, { access }] of closed) {
      const outside = async (who: string, token?: string) => {
        const status = await knock(key, token)
        check(status === 401, `${key} ${who}: ${status}`)
      }
      const inside = async (caller: StaffRole) => {
        // Who logs out is out; that call gets a session of its own.
        const token = key.endsWith('/log-out') ? (await addStaff(server, caller)).token : tokens.get(caller)
        const status = await knock(key, token)
        const isLetIn = status !== 401 && status !== 403
        check(
          isLetIn === mayActAs(caller, access as StaffRole) && status < 500,
          `${key} as ${caller}: ${status}`,
        )
      }
      await Promise.all([
        outside('without a token'),
        outside('as a customer', customer),
        ...staffRoles.map(inside),
      ])
    }
    expect(wrong).toEqual([])
    expect(cells).toBe(closed.length * 5)
  })

  it('holds for what is done for a family as an action too: previewed or done', async () => {
    const { accountId, customerId } = await addFamily(server, {
      email: 'matrix-actions@demo.example',
      mobile: null,
    })
    const { token } = await addStaff(server, 'support')
    const wrong: string[] = []
    for (const key of familyCalls) {
      const [first] = key.match(/:\w+/g) ?? []
      // Of this family where that can be said, so that it is not refused for being another's.
      const known: Record<string, string> = {
        ':accountId': accountId,
        ':customerId': customerId,
        ':year': '2027',
      }
      if (first !== undefined && !(first in known)) continue
      const params = Object.fromEntries(
        (key.match(/:\w+/g) ?? []).map((name) => [name.slice(1), known[name] ?? randomUUID()]),
      )
      const isOpen = table[key]?.access === 'support'
      for (const end of ['/preview', '']) {
        const { status } = await call(`POST /api/staff/accounts/${accountId}/actions${end}`, {
          token,
          body: {
            call: key,
            params,
            body: { accountId },
            ...(end === '' && { id: randomUUID(), reason: 'x' }),
          },
        })
        if ((status === 403) === isOpen || status >= 500) wrong.push(`${key}${end}: ${status}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('is nothing at all for somebody who is disabled, at once', async () => {
    const { token, staffId } = await addStaff(server, 'admin')
    expect(await knock('GET /api/staff/me', token)).toBe(200)
    await deps.db.run(sql`update staff set status = 'Disabled' where id = ${staffId}`)
    const statuses = await Promise.all(closed.map(([key]) => knock(key, token)))
    expect(new Set(statuses)).toEqual(new Set([401]))
  })

  it('is not open to the token of staff in the portal', async () => {
    const { token } = await addStaff(server, 'admin')
    expect((await call('GET /api/portal/customer/accounts', { token })).status).toBe(401)
  })
})

describe('Every call of staff', () => {
  it('is answered', () => {
    const built = Object.keys(staffRoutes(deps))
    expect(Object.keys(table).filter((key) => !built.includes(key))).toEqual([])
  })

  it('that changes something asks why', () => {
    const silent = closed
      .filter(([key, { needsNoReason }]) => isWrite(key) && !needsNoReason && !key.endsWith('/log-out'))
      .filter(([, { body }]) => !body || !JSON.stringify(Object.keys(shapeOf(body))).includes('"reason"'))
    expect(silent.map(([key]) => key)).toEqual([])
  })

  it('that asks no reason is a preview, or about who works on what', () => {
    expect(closed.filter(([, { needsNoReason }]) => needsNoReason).map(([key]) => key)).toEqual([
      'POST /api/staff/accounts/:accountId/actions/preview',
      'POST /api/staff/queue/take',
      'POST /api/staff/queue/release',
    ])
  })

  it('lies under /api/staff/, and is open without a token only to log in', () => {
    const elsewhere = Object.keys(table).filter((key) => !/^\w+ \/api\/staff\//.test(key))
    const open = Object.keys(table).filter((key) => table[key]?.access === 'public')
    expect(elsewhere).toEqual([])
    expect(open.toSorted()).toEqual([
      'GET /api/staff/session',
      'POST /api/staff/log-in',
      'POST /api/staff/session',
      'POST /api/staff/token',
    ])
  })
})

const shapeOf = (body: object) => ('shape' in body ? (body.shape as object) : {})
