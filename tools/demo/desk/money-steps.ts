import { receiptFile } from '#sandbox/bpay/receipt-file.ts'
import { addDays, calendarDate, dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import { regions, type Region } from '#domain/region.ts'
import type { Deps } from '#server/platform/deps.ts'
import { sql } from '#server/platform/database/sql.ts'
import { importFile, matchDeposit } from '#server/books/deposits/deposits.ts'
import { recordPaid, recordReturned, recordSent } from '#server/books/remittances/remittance-steps.ts'
import { insertPassedOn, markReleased, passOn } from '#server/books/remittances/remittances.store.ts'
import { requestApproval } from '#server/desk-api/approvals/approvals.ts'
import { recordOfflinePayment } from '#server/desk-api/money/offline-payments.ts'
import { idOf } from '../ids.ts'
import { requestIdOf } from '../requests.ts'
import { staffId } from '../staff.ts'
import { adminActor, demoActor } from './demo-actor.ts'

const dayMs = 24 * 60 * 60_000
const accountId = idOf('desk.deposit@demo.example', 'account', 0)

/** Nothing of it waits in the queue alone: what was found, and what went on to the schools. */
export async function fillMoney(deps: Deps): Promise<void> {
  await receiveMistyped(deps)
  await passOnToday(deps)
  for (const region of regions) await moveOn(deps, region)
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

/**
 * The last day of a region is to be released and the one before awaits a second person. Those before them are released,
 * sent and paid; the bank has sent one back.
 */
async function moveOn(deps: Deps, region: Region): Promise<void> {
  const days = await deps.db.many<{ on: CalendarDate; ids: string[] }>(sql`
    select remitted_on as on, array_agg(remittance.id order by amount_minor, remittance.id) as ids
    from remittance join institution school on school.id = institution_id
    where school.region = ${region} and remitted_on < ${dateIn(region, deps.clock())} and released_at is null
    group by 1 order by 1 desc`)
  const [, asked, , , paid] = days
  for (const [index, { on, ids }] of [...days.entries()].toReversed()) {
    const later = { ...deps, clock: () => new Date(Date.parse(on) + dayMs) }
    const actor = demoActor(later, 'operations', 'On the statement of the bank')
    if (index >= 2)
      await deps.db.transaction((tx) => markReleased(tx, { region, through: on, now: later.clock() }))
    for (const id of ids) {
      if (index >= 3) await recordSent(later, actor, id)
      if (index >= 4) await recordPaid(later, actor, { id, paidOn: dateIn(region, later.clock()) })
    }
  }
  const [returned] = paid?.ids ?? []
  if (returned !== undefined) await recordReturned(deps, adminActor(deps, 'The account is closed'), returned)
  if (!asked) return
  await deps.db.transaction((tx) =>
    requestApproval(tx, deps, adminActor(deps, 'Agrees with the bank'), {
      kind: 'RemittanceRelease',
      key: `${region}:${asked.on}`,
      payload: { region, through: calendarDate(asked.on) },
    }),
  )
}
