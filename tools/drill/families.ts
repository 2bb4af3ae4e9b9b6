import { addDays, dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import type { Database } from '#server/platform/database/open.ts'
import { sql } from '#server/platform/database/sql.ts'
import type { Deps } from '#server/platform/deps.ts'
import { encryptBankDetails } from '../demo/bank-details.ts'
import { insertFamilies, type Family } from '../demo/family.ts'
import { linkSources } from '../demo/link-sources.ts'
import { encryptLinks } from '../demo/request-links.ts'
import { insertSchools, schoolId } from '../demo/schools.ts'
import { visaCredit } from '../demo/sources.ts'
import { drawSample } from '../testing/sample-files.ts'

/** What somebody needs to pay by link. */
export type Invited = { link: string; shortId: string; email: string; schoolId: string; amount: number }

const requestsEach = 10
const amountDue = cents(12_500)

/** Families whose requests guests will pay, and families with a plan. */
export async function addFamilies(
  deps: Deps,
  { guestPayments, instalments }: { guestPayments: number; instalments: number },
): Promise<{ invited: Invited[]; planAccounts: string[] }> {
  const now = deps.clock()
  const askedFor = Array.from({ length: Math.ceil(guestPayments / requestsEach) }, (_, n) => askedFamily(n))
  const withPlan = Array.from({ length: instalments }, (_, n) => planFamily(n))
  const [asked, planned] = await deps.db.transaction(async (tx) => {
    await tx.run(sql`select set_config('idle_in_transaction_session_timeout', '0', true)`)
    await insertSchools(tx, now)
    return [
      await insertFamilies(tx, askedFor, now, drawSample),
      await insertFamilies(tx, withPlan, now, drawSample),
    ]
  })
  await linkSources(deps)
  await encryptBankDetails(deps)
  await encryptLinks(deps)
  const invited = asked.flatMap(({ accounts }, family) =>
    linksOf(family).map((link) => ({
      link,
      shortId: accounts[0]?.shortId ?? '',
      email: emailOf('asked', family),
      schoolId: schoolId('Wattle Grove College'),
      amount: amountDue / 100,
    })),
  )
  return {
    invited: invited.slice(0, guestPayments),
    planAccounts: planned.flatMap(({ accounts }) => accounts.map(({ id }) => id)),
  }
}

const emailOf = (kind: string, n: number) => `${kind}${n}@drill.example`
const linksOf = (family: number) =>
  Array.from(
    { length: requestsEach },
    (_, n) => `drill-${String(family * requestsEach + n).padStart(24, '0')}`,
  )

function askedFamily(n: number): Family {
  const requests = linksOf(n).map((id) => ({ id, amountDue, hasInvoice: false, hasPeriod: false }))
  return {
    email: emailOf('asked', n),
    firstName: 'Amelia',
    lastName: `Hart ${n}`,
    accounts: [{ sources: [visaCredit()], plans: [], requests }],
  }
}

const planFamily = (n: number): Family => ({
  email: emailOf('planned', n),
  firstName: 'Olivia',
  lastName: `Bennett ${n}`,
  accounts: [{}],
})

/** The next instalment of each plan is due today, and was announced long ago. */
export async function makeDue(db: Database, accounts: string[], now: Date): Promise<number> {
  const today: CalendarDate = dateIn('AU', now)
  return db.run(sql`
    update instalment set due_on = ${today}, collect_on = ${today}, noticed_on = ${addDays(today, -14)}
    from (select account_id, plan_id, min(seq) as seq from instalment
      where status = 'Scheduled' and account_id = any(${accounts}::uuid[]) group by account_id, plan_id) next
    where instalment.account_id = next.account_id and instalment.plan_id = next.plan_id and instalment.seq = next.seq`)
}
