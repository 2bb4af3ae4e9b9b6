import { randomUUID } from 'node:crypto'
import type { Cents } from '#domain/money.ts'
import { sql } from '#server/platform/database/sql.ts'
import { readBalance } from '#server/books/ledger/ledger.store.ts'
import { deliverWaiting } from '#server/letters/outbox/outbox.ts'
import { remitToSchools } from '#server/books/remittances/remittances.ts'
import { schoolId } from '../demo/schools.ts'
import { visaCredit } from '../demo/sources.ts'
import { creditFromSchool } from '../testing/credit.ts'
import { addFamily } from '../testing/family.ts'
import type { RunningServer } from '../testing/running-server.ts'
import { addStaff, approveAs } from '../testing/staff.ts'

/** What a family got back, as the books have it. */
export type MoneyBack = {
  paid: Cents
  refunded: Cents
  surcharges: Cents
  withdrawn: Cents
  passedOn: Cents
  balance: Cents
}

const email = 'money.back@rehearsal.example'
const mobile = '+61491510349'
const weekMs = 7 * 24 * 60 * 60_000

/**
 * A family with credit from its school pays early by card, gets a part of that back and withdraws a part of its credit.
 * What is left of the payment goes to the school.
 */
export async function rehearseMoneyBack(server: RunningServer): Promise<MoneyBack> {
  const { deps } = server
  const { accountId } = await addFamily(server, {
    email,
    mobile,
    region: 'AU',
    accounts: [
      {
        school: 'Wattle Grove College',
        productType: 'Pay',
        plans: [],
        sources: [visaCredit()],
        bpay: false,
        withdrawals: { bankAccounts: ['6789'] },
        entries: (moment) => [creditFromSchool(moment, 300_00)],
      },
    ],
  })
  await payAndRefund(server, accountId)
  await withdraw(server, accountId)
  await server.travel(weekMs)
  await remitToSchools(deps)
  await server.travel(11_000)
  await deliverWaiting(deps)
  return booked(server, accountId)
}

/** 500.00 and its surcharge of 5.00 come, of which 101.00 go back: 100.00 and 1.00 of surcharge. */
async function payAndRefund(server: RunningServer, accountId: string): Promise<void> {
  const family = await asFamily(server, accountId)
  const [source] = (await family('GET', 'repayment-details')).repaymentSources
  const { paymentId } = await family('POST', 'payments', {
    repaymentSourceId: source.id,
    amount: 500,
    instId: schoolId('Wattle Grove College'),
  })
  const { token } = await addStaff(server, 'operations')
  const body = { amount: 101, clientRequestId: randomUUID(), reason: 'Paid too much' }
  await succeed(server.call(`POST /api/staff/payments/${paymentId}/refunds`, { token, body }))
}

/** One of our people asks for each step, and another one approves it. */
async function withdraw(server: RunningServer, accountId: string): Promise<void> {
  const family = await asFamily(server, accountId)
  const [bank] = await family('GET', 'bank-accounts')
  const before = await server.lastMessage()
  const asked = await family('POST', 'withdrawal-requests', { bankAccountId: bank.id, amount: 120 })
  const { code } = await server.message(mobile, 'sms', before)
  await family('POST', `withdrawal-requests/${asked.id}/confirm`, { code })
  const review = await server.deps.db.first<{ id: string }>(sql`
    select id from review where account_id = ${accountId} and kind = 'Withdrawal' and status = 'Open'`)
  const [asking, second] = [await addStaff(server, 'operations'), await addStaff(server, 'operations')]
  const staff = (path: string, body: object = {}) =>
    succeed(
      server.call(`POST /api/staff/${path}`, { token: asking.token, body: { reason: 'Rehearsed', ...body } }),
    )
  const { approval } = await staff(`reviews/${review?.id}/approve`)
  await succeed(approveAs(server, second, approval))
  const from = { bank: 'CBA', userId: '301500', bsb: '062-000', accountNumber: '10001234' }
  const { number } = await staff('payouts', { region: 'AU', from })
  await succeed(approveAs(server, second, await staff(`payouts/${number}/release`)))
  await staff(`withdrawals/${asked.id}/paid`)
}

async function asFamily(server: RunningServer, accountId: string) {
  const token = await server.logIn(email, mobile)
  return (method: 'GET' | 'POST', path: string, body?: object) =>
    succeed(
      server.call(`${method} /api/portal/customer/account/${accountId}/${path}`, {
        token,
        ...(body && { body, headers: { 'X-Larkwell-Client-Req-Id': randomUUID() } }),
      }),
    )
}

async function succeed(call: ReturnType<RunningServer['call']>) {
  const { status, body } = await call
  if (status >= 300) throw new Error(`It was refused: ${JSON.stringify(body)}`)
  return body
}

async function booked({ deps: { db } }: RunningServer, accountId: string): Promise<MoneyBack> {
  const row = await db.first<Omit<MoneyBack, 'balance'>>(sql`
    select
      coalesce(sum(amount_minor) filter (where book = 'Family' and kind = 'Repayment'), 0)::bigint as paid,
      coalesce(sum(amount_minor) filter (where book = 'ProviderClearing' and kind = 'Refund'), 0)::bigint as refunded,
      coalesce(sum(amount_minor) filter (where book = 'SurchargeIncome'), 0)::bigint as surcharges,
      coalesce(sum(amount_minor) filter (where book = 'Bank' and kind = 'Withdrawal'), 0)::bigint as withdrawn,
      coalesce(sum(-amount_minor) filter (where book = 'Family' and kind = 'PaymentToSchool'), 0)::bigint as "passedOn"
    from ledger_entry entry join ledger_posting posting on posting.account_id = entry.account_id
      and posting.entry_id = entry.id
    where entry.account_id = ${accountId}`)
  if (!row) throw new Error('The books have nothing of the family')
  return { ...row, balance: await readBalance(db, accountId) }
}
