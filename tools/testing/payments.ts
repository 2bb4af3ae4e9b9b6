import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { sql } from '#server/platform/database/sql.ts'
import { checkLedger } from '#server/books/ledger/invariants.ts'
import { allCharges, type ListedCharge } from '#server/platform/providers/stripe/charges.ts'
import type { Account } from '../demo/account.ts'
import { schoolId } from '../demo/schools.ts'
import { addFamily } from './family.ts'
import { callTo, type CallOptions, type Reply, type TestServer } from './server.ts'

/** All charges at the sandbox's Stripe, of both regions. */
export async function providerCharges({ deps }: Pick<TestServer, 'deps'>): Promise<ListedCharge[]> {
  return allCharges(deps.providers.stripe)
}

/**
 * The books balance, and ours and the provider's say the same. A message may be on its way just now, and is late the
 * moment the clock is moved: it gets the time to arrive.
 */
export async function expectSoundLedger({ deps }: Pick<TestServer, 'deps'>): Promise<void> {
  const violations = async () =>
    checkLedger(deps.db, {
      now: deps.clock(),
      provider: { accounts: deps.providers.stripe, since: new Date(0) },
    })
  await expect.poll(violations).toEqual([])
}

let families = 0

/** A family that is logged in, with a way to pay. */
export async function addPayer(
  server: TestServer,
  account: Account = {},
  files: Pick<Parameters<typeof addFamily>[1], 'hasRealFiles'> = {},
) {
  families += 1
  const email = `payer${families}@demo.example`
  const isUk = account.school === 'Oakfield School'
  const mobile = isUk ? `+4477009${String(10_100 + families)}` : `+614915${String(10_100 + families)}`
  const family = await addFamily(server, {
    email,
    mobile,
    ...(isUk && { region: 'UK' as const }),
    accounts: [account],
    ...files,
  })
  const { accountId } = family
  const [ids] = family.accounts
  const sourceIds = ids?.sourceIds ?? []
  const instId = schoolId(account.school ?? 'Wattle Grove College')
  const token = await server.logIn(email, mobile)
  const callAt = (url: string) => (url === server.url ? server.call : callTo(url))
  const pay = (
    amount: number | string,
    {
      key = randomUUID(),
      source = sourceIds[0],
      at = server.url,
      ...options
    }: CallOptions & { key?: string; source?: string | undefined; at?: string } = {},
  ): Promise<Reply> =>
    callAt(at)(`POST /api/portal/customer/account/${accountId}/payments`, {
      token,
      body: { repaymentSourceId: source, amount, instId },
      ...options,
      headers: { 'X-Larkwell-Client-Req-Id': key, ...options.headers },
    })
  return { ...family, email, mobile, token, sourceIds, instId, pay, requestIds: ids?.requestIds ?? [] }
}

export async function paymentsOf({ deps }: Pick<TestServer, 'deps'>, accountId: string) {
  return deps.db.many<{ id: string; status: string; amount: number; surcharge: number; kind: string }>(sql`
    select id, status, amount_minor as amount, surcharge_minor as surcharge, kind from payment
    where account_id = ${accountId} and provider_key is not null order by created_at`)
}
