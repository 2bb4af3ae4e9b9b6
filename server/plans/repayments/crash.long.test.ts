import { expect, it } from 'vitest'
import { addBusinessDays } from '#domain/calendar/holidays.ts'
import { regions } from '#domain/region.ts'
import { visaDebit } from '#tools/demo/sources.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { addPayer, expectSoundLedger, providerCharges } from '#tools/testing/payments.ts'
import { startRepaymentRun } from '#tools/testing/server-process.ts'
import { testServer } from '#tools/testing/server.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { sql } from '../../platform/database/sql.ts'
import { deliverWaiting } from '../../letters/outbox/outbox.ts'
import { lookAtDuePayments } from '../../books/payments/look.ts'

const server = await testServer()
const { deps } = server
const { goTo, today } = daysOf(server)

const families = 5
const debits = 1_000

// The outcome must be found without being told.
for (const account of regions) await server.sandboxApi('stripe/webhook-endpoint', { account, url: null })

/** So many instalments that are all due on one day. */
async function makeDue(): Promise<void> {
  for (let family = 0; family < families; family += 1) {
    const { accountId } = await addPayer(server, { sources: [visaDebit()] })
    await deps.db.run(sql`
      insert into instalment (account_id, plan_id, payee_id, seq, status, due_on, collect_on, amount_minor, noticed_on)
      select plan.account_id, plan.id, account.institution_id, 1000 + n, 'Scheduled', ${today('AU')}, ${today('AU')},
        10000 + n, ${today('AU')}::date - 7
      from plan join account on account.id = plan.account_id, generate_series(1, ${debits / families}::int) n
      where plan.account_id = ${accountId}`)
  }
}

const paid = async () => {
  const row = await deps.db.first<{ paid: number; payments: number }>(sql`
    select (select count(*) from instalment where seq > 1000 and status = 'Paid') as paid,
      (select count(*) from payment where kind = 'Instalment' and instalment_seq > 1000 and status = 'Succeeded')
        as payments`)
  return row
}

it(`of ${debits} debits that two processes collect, each is taken once, though one is killed in the middle`, async () => {
  await goTo(addBusinessDays(today('AU'), 1, calendars.AU), 'AU')
  await makeDue()
  const untilPaid = (least: number) =>
    expect.poll(async () => (await paid())?.paid, { interval: 20 }).toBeGreaterThan(least)
  const doomed = startRepaymentRun(server)
  await untilPaid(0)
  const other = startRepaymentRun(server)
  await untilPaid(debits / 5)
  doomed.child.kill('SIGKILL')
  expect(await doomed.exit).toEqual([null, 'SIGKILL'])
  expect(await other.exit, other.output()).toEqual([0, null])

  // Within a minute and a half, what the dead process was writing down is taken up by the next run, and what it had
  // sent is looked after.
  await server.travel(61_000)
  const next = startRepaymentRun(server)
  expect(await next.exit, next.output()).toEqual([0, null])
  while ((await lookAtDuePayments(deps)) > 0);
  expect(await paid()).toEqual({ paid: debits, payments: debits })
  const charges = (await providerCharges(server)).filter(({ hasSucceeded }) => hasSucceeded)
  expect(new Set(charges.map(({ paymentIntent }) => paymentIntent)).size).toBe(debits)
  expect(charges).toHaveLength(debits)
  // A run after all that finds nothing to do.
  const again = startRepaymentRun(server)
  expect(await again.exit).toEqual([0, null])
  expect(await paid()).toEqual({ paid: debits, payments: debits })
  await deliverWaiting(deps)
  await expectSoundLedger(server)
})
