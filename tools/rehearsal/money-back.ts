import { randomUUID } from 'node:crypto'
import { formatCurrency, toDecimal, type Cents } from '#domain/money.ts'
import { sql } from '#server/platform/database/sql.ts'
import { readBalance } from '#server/books/ledger/ledger.reads.ts'
import { deliverWaiting } from '#server/letters/outbox/outbox.ts'
import { remitToSchools } from '#server/books/remittances/remittances.ts'
import { schoolId } from '../demo/schools.ts'
import { visaCredit } from '../demo/sources.ts'
import { creditFromSchool } from '../demo/entries.ts'
import { addFamily } from '../testing/family.ts'
import type { RunningServer } from '../testing/running-server.ts'
import { addStaff, approveAs } from '../testing/staff.ts'
import { accepted, deskOf, portalOf, type Calls } from './portal.ts'

/** What a family got back, as the books have it. */
type MoneyBack = {
  paid: Cents
  refunded: Cents
  surcharges: Cents
  withdrawn: Cents
  passedOn: Cents
  balance: Cents
}

const email = 'money.back@rehearsal.example'
const mobile = '+61491510349'
const dayMs = 24 * 60 * 60_000
/** More than a school waits for its money, whatever the day of the week is. */
const daysToRemit = 12

/** The line of the report. */
export async function rehearseMoneyBack(server: RunningServer): Promise<string> {
  const money = (amount: Cents) => formatCurrency(toDecimal(amount), 'AU')
  const back = await giveMoneyBack(server)
  return `Money back: paid ${money(back.paid)} · refunded ${money(back.refunded)} · withdrawn ${money(back.withdrawn)} · surcharges kept ${money(back.surcharges)} · passed on to the school ${money(back.passedOn)} · balance ${money(back.balance)}`
}

/**
 * A family with credit from its school pays early by card, gets a part of that back and withdraws a part of its credit.
 * What is left of the payment goes to the school.
 */
export async function giveMoneyBack(server: RunningServer): Promise<MoneyBack> {
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
  const portal = await portalOf(server, { accountId, email, mobile })
  const desk = await deskOf(server)
  await payAndRefund(portal, desk)
  await withdraw(server, accountId, { portal, desk })
  for (let day = 0; day < daysToRemit; day++) {
    await server.travel(dayMs)
    await remitToSchools(deps)
  }
  await server.travel(11_000)
  await deliverWaiting(deps)
  return booked(server, accountId)
}

/** 500.00 and its surcharge of 5.00 come, of which 101.00 go back: 100.00 and 1.00 of surcharge. */
async function payAndRefund(portal: Calls, desk: Calls): Promise<void> {
  const [source] = (await portal('GET', 'repayment-details')).repaymentSources
  const { paymentId } = await portal('POST', 'payments', {
    repaymentSourceId: source.id,
    amount: 500,
    instId: schoolId('Wattle Grove College'),
  })
  await desk('POST', `payments/${paymentId}/refunds`, { amount: 101, clientRequestId: randomUUID() })
}

/** One of our people asks for each step, and another one approves it. */
async function withdraw(
  server: RunningServer,
  accountId: string,
  { portal, desk }: { portal: Calls; desk: Calls },
): Promise<void> {
  const [bank] = await portal('GET', 'bank-accounts')
  const before = await server.lastMessage()
  const withdrawal = await portal('POST', 'withdrawal-requests', { bankAccountId: bank.id, amount: 120 })
  const { code } = await server.message(mobile, 'sms', before)
  await portal('POST', `withdrawal-requests/${withdrawal.id}/confirm`, { code })
  const review = await server.deps.db.first<{ id: string }>(sql`
    select id from review where account_id = ${accountId} and kind = 'Withdrawal' and status = 'Open'`)
  const second = await addStaff(server, 'operations')
  const { approval } = await desk('POST', `reviews/${review?.id}/approve`)
  await accepted(approveAs(server, second, approval))
  const from = { bank: 'CBA', userId: '301500', bsb: '062-000', accountNumber: '10001234' }
  const { number } = await desk('POST', 'payouts', { region: 'AU', from })
  await accepted(approveAs(server, second, await desk('POST', `payouts/${number}/release`)))
  await desk('POST', `withdrawals/${withdrawal.id}/paid`)
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
