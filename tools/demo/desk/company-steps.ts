import { randomUUID } from 'node:crypto'
import { receiptFile } from '#sandbox/bpay/receipt-file.ts'
import { addDays, dateIn } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import type { Deps } from '#server/platform/deps.ts'
import { sql } from '#server/platform/database/sql.ts'
import { importFile } from '#server/books/deposits/deposits.ts'
import { requestApproval } from '#server/desk-api/approvals/approvals.ts'
import { addBankAccount } from '#server/desk-api/money/bank-accounts.ts'
import { idOf } from '../ids.ts'
import { staffId } from '../staff.ts'
import { adminActor } from './demo-actor.ts'
import type { DeskSteps } from './desk-steps.ts'

const minuteMs = 60_000
const ago = ({ clock }: Deps, minutes: number) => new Date(clock().getTime() - minutes * minuteMs)
const accountId = idOf('desk.money@demo.example', 'account', 0)

async function askForCorrection(deps: Deps): Promise<void> {
  const payload = {
    accountId,
    type: 'Credit' as const,
    amount: cents(4_000),
    description: 'Charged twice by mistake',
  }
  await deps.db.transaction((tx) =>
    requestApproval(tx, deps, adminActor(deps, 'The school charged the excursion twice'), {
      kind: 'Adjustment',
      key: 'demo',
      payload,
    }),
  )
}

async function bringProof(deps: Deps): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const bankAccount = await addBankAccount(tx, deps, accountId, {
      holder: 'Ngaire Tamati',
      bsb: '062-000',
      accountNumber: '10445521',
    })
    const payload = { accountId, bankAccountId: bankAccount.id }
    const actor = adminActor(deps, 'Statement of the bank seen, in her name')
    await requestApproval(tx, deps, actor, { kind: 'PayoutAccount', key: bankAccount.id, payload })
  })
}

/** A payer has typed one digit of the reference wrong. */
async function receiveUnknown(deps: Deps): Promise<void> {
  const on = addDays(dateIn('AU', deps.clock()), -3).replaceAll('-', '')
  const school = await deps.db.first<{ billerCode: string }>(sql`
    select bpay_biller_code as "billerCode" from institution where bpay_biller_code is not null order by name limit 1`)
  const receipt = { crn: '310420418872', amountCents: 89_250, date: on, bankReference: 'DEMO0001' }
  await importFile(deps, 'demo', receiptFile(on, [{ billerCode: school?.billerCode ?? '', ...receipt }]))
}

/** The provider never answered, and nobody asks it any more. */
async function loseOutcomes(deps: Deps): Promise<void> {
  await deps.db.run(sql`
    with charged as (
      insert into charge (account_id, kind, payee_id, amount_minor, reserved_minor, due_on, created_at)
      select id, 'OneOff', institution_id, 15000, 15000, ${ago(deps, 50)}::timestamptz::date, ${ago(deps, 50)}
      from account where id = ${accountId}
      returning account_id, id
    ), paid as (
      insert into payment (account_id, id, kind, institution_id, currency, amount_minor, covered_minor, status,
        provider_key, created_at, updated_at)
      select id, ${idOf('desk', 'unknown payment')}, 'Early', institution_id, currency, 15000, 15000, 'Unknown',
        'demo:unknown', ${ago(deps, 50)}, ${ago(deps, 50)}
      from account where id = ${accountId}
      returning id
    )
    insert into cover (account_id, charge_id, payment_id, reserved_minor)
    select charged.account_id, charged.id, paid.id, 15000 from charged, paid`)
}

async function loseRefund(deps: Deps): Promise<void> {
  await deps.db.run(sql`
    insert into refund_order (account_id, id, payment_id, amount_minor, status, client_request_id, provider_key,
      ordered_by, looks, created_at)
    select account_id, ${idOf('desk', 'unknown refund')}, id, least(amount_minor, 2500), 'Unknown', 'demo',
      'demo:unknown-refund', ${staffId('staff.ops')}, 9, ${ago(deps, 45)}
    from payment where account_id = ${accountId} and status = 'Succeeded' order by paid_on desc limit 1`)
}

/** A job that comes once a day: the next success would make the item go away. */
async function failJob(deps: Deps): Promise<void> {
  for (const minutes of [14, 9, 4])
    await deps.db.run(sql`
      insert into job_run (name, id, started_at, ended_at, outcome, error)
      values ('purge-identity-documents', ${randomUUID()}, ${ago(deps, minutes)}, ${ago(deps, minutes)}, 'Failed',
        'canceling statement due to statement timeout')`)
}

async function parkRow(deps: Deps): Promise<void> {
  await deps.db.run(sql`
    insert into parked_item (work, item, account_id, tries, reason, first_failed_at, last_failed_at)
    values ('remind-unfinished', ${accountId}, ${accountId}, 4, 'No address that mail can be sent to', ${ago(deps, 300)},
      ${ago(deps, 200)})`)
}

export const companySteps: DeskSteps = [
  ['Approval', askForCorrection],
  ['BankAccount', bringProof],
  ['Deposit', receiveUnknown],
  ['Payment', loseOutcomes],
  ['Refund', loseRefund],
  ['Job', failJob],
  ['Parked', parkRow],
]
