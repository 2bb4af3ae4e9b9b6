import { receiptFile } from '#sandbox/bpay/receipt-file.ts'
import { addDays, calendarDate, dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import { regions, type Region } from '#domain/region.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Transaction } from '#server/platform/database/open.ts'
import { sql } from '#server/platform/database/sql.ts'
import { importFile, matchDeposit } from '#server/books/deposits/deposits.ts'
import { insertPassedOn, markReleased, passOn } from '#server/books/remittances/remittances.store.ts'
import { requestApproval } from '#server/desk-api/approvals/approvals.ts'
import { recordOfflinePayment } from '#server/desk-api/money/offline-payments.ts'
import { idOf } from '../ids.ts'
import { requestIdOf } from '../requests.ts'
import { staffId } from '../staff.ts'
import { adminActor } from './demo-actor.ts'

const dayMs = 24 * 60 * 60_000
const accountId = idOf('desk.deposit@demo.example', 'account', 0)

/** Nothing of it waits in the queue alone: what was found, and what went on to the schools. */
export async function fillMoney(deps: Deps): Promise<void> {
  await receiveMistyped(deps)
  await passOnToday(deps)
  await deps.db.transaction(async (tx) => {
    await remitByLedger(tx)
    for (const region of regions) await releaseOld(tx, deps, region)
  })
}

/** Two deposits of a family whose digits were swapped: one that staff have given to it, and one that waits. */
async function receiveMistyped(deps: Deps): Promise<void> {
  const before = { ...deps, clock: () => new Date(deps.clock().getTime() - 2 * dayMs) }
  const on = addDays(dateIn('AU', before.clock()), -1)
  const account = await deps.db.first<{ billerCode: string; crn: string }>(sql`
    select bpay_biller_code as "billerCode", bpay_reference as crn
    from account join institution on institution.id = institution_id where account.id = ${accountId}`)
  if (!account) throw new Error('The family of the deposits is missing')
  const { billerCode, crn } = account
  const day = on.replaceAll('-', '')
  const receipt = { billerCode, crn: swapped(crn), date: day }
  const receipts = [
    { ...receipt, amountCents: 64_000, bankReference: 'DEMO0002' },
    { ...receipt, amountCents: 89_250, bankReference: 'DEMO0003' },
  ]
  await importFile(before, 'demo', receiptFile(day, receipts))
  const given = { billerCode, bankReference: 'DEMO0002', accountId }
  await matchDeposit(deps, given, staffId('staff.support'), 'Two digits swapped')
}

/** The first two digits that differ, the other way round. */
function swapped(crn: string): string {
  const at = Array.from(crn).findIndex((digit, place) => place > 0 && crn[place + 1] !== digit)
  return crn.slice(0, at) + crn.charAt(at + 1) + crn.charAt(at) + crn.slice(at + 2)
}

/** What the hourly run does for all families, for one: the others keep the figures that they show. */
async function passOnToday(deps: Deps): Promise<void> {
  const now = deps.clock()
  const today = dateIn('AU', now)
  const reference = 'DEMO TRANSFER'
  const isThere = await deps.db.first(sql`
    select 1 from payment where account_id = ${accountId} and offline_reference = ${reference}`)
  if (isThere) return
  const receivedOn = addDays(today, -6)
  await recordOfflinePayment(deps, adminActor(deps, 'On the statement of the bank'), {
    accountId,
    institutionId: null,
    requestId: requestIdOf('demo-open-camp'),
    amount: cents(1_105_00),
    receivedOn,
    manner: 'Transfer',
    reference,
  })
  await deps.db.transaction(async (tx) => {
    const paid = await passOn(tx, [accountId], { region: 'AU', arrivedBy: receivedOn })
    const going = paid.map(({ paymentId, ...payee }) => ({ ...payee, cause: { paymentId } }))
    await insertPassedOn(tx, going, { today, now })
  })
}

/** The entries of earlier days, as the remittances in which they went: both say the same of every school and day. */
async function remitByLedger(tx: Transaction): Promise<void> {
  await tx.run(sql`
    with gone as (
      select entry.account_id, entry.cause_id as payment_id, entry.institution_id, entry.posted_on, posting.currency,
        posting.amount_minor as amount, entry.created_at
      from ledger_entry entry
        join ledger_posting posting on posting.account_id = entry.account_id and posting.entry_id = entry.id
          and posting.book = 'School' and posting.amount_minor > 0
        join payment on payment.account_id = entry.account_id and payment.id = entry.cause_id
      where entry.kind = 'PaymentToSchool' and not exists (select from remittance_line line
        where line.account_id = entry.account_id and line.payment_id = entry.cause_id)
    ), remitted as (
      insert into remittance (id, institution_id, currency, remitted_on, payment_count, amount_minor, created_at)
      select gen_random_uuid(), institution_id, currency, posted_on, count(*), sum(amount), min(created_at)
      from gone group by institution_id, currency, posted_on
      returning id, institution_id, currency, remitted_on
    )
    insert into remittance_line (account_id, payment_id, remittance_id, amount_minor)
    select gone.account_id, gone.payment_id, remitted.id, gone.amount
    from gone join remitted on remitted.institution_id = gone.institution_id
      and remitted.currency = gone.currency and remitted.remitted_on = gone.posted_on`)
}

/** The last day of a region is to be released, the one before awaits a second person, all others have gone. */
async function releaseOld(tx: Transaction, deps: Deps, region: Region): Promise<void> {
  const now = deps.clock()
  const days = await tx.many<{ on: CalendarDate }>(sql`
    select distinct remitted_on as on from remittance join institution school on school.id = institution_id
    where school.region = ${region} and remitted_on < ${dateIn(region, now)} and released_at is null
    order by 1 desc`)
  const [, request, released] = days.map(({ on }) => calendarDate(on))
  if (released !== undefined) await markReleased(tx, { region, through: released, now })
  if (request === undefined) return
  await requestApproval(tx, deps, adminActor(deps, 'Agrees with the bank'), {
    kind: 'RemittanceRelease',
    key: `${region}:${request}`,
    payload: { region, through: request },
  })
}
