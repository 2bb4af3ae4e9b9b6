import { randomUUID } from 'node:crypto'
import type { Reply } from '../testing/portal-calls.ts'
import type { RunningServer } from '../testing/running-server.ts'
import { addStaff } from '../testing/staff.ts'

export type Member = { accountId: string; email: string; mobile: string }
export type Calls = (method: 'GET' | 'POST', path: string, body?: object) => Promise<Reply['body']>

/** The portal's own calls, in a family's name. */
export async function portalOf(server: RunningServer, { accountId, email, mobile }: Member): Promise<Calls> {
  const token = await server.logIn(email, mobile)
  return (method, path, body) =>
    accepted(
      server.call(`${method} /api/portal/customer/account/${accountId}/${path}`, {
        token,
        ...(body && { body, headers: { 'X-Larkwell-Client-Req-Id': randomUUID() } }),
      }),
    )
}

/** The desk's calls of one of our people, each with a reason. */
export async function deskOf(server: RunningServer): Promise<Calls> {
  const { token } = await addStaff(server, 'operations')
  return (method, path, body) =>
    accepted(
      server.call(`${method} /api/staff/${path}`, {
        token,
        ...(method === 'POST' && { body: { reason: 'Rehearsed', ...body } }),
      }),
    )
}

export async function accepted(call: Promise<Reply>): Promise<Reply['body']> {
  const { status, body } = await call
  if (status >= 300) throw new Error(`A call was refused: ${JSON.stringify(body)}`)
  return body
}

export async function sandboxDoes(server: RunningServer, path: string, body: object): Promise<void> {
  const reply = await server.sandboxApi(path, body)
  if (!reply.ok) throw new Error(`The sandbox refused ${path}: ${await reply.text()}`)
}
