import { dateIn } from '#domain/calendar/calendar.ts'
import { sql } from '#server/platform/database/sql.ts'
import type { RunningServer } from '../testing/running-server.ts'
import type { Family } from './cast.ts'

type Doomed = Family & { planId: string; seq: number; reason: string }

/** A card is declined at once; a bank returns a debit once it has it. Returns what is to be done after the debits. */
export async function prepareMishaps(
  server: RunningServer,
  families: readonly Family[],
): Promise<() => Promise<void>> {
  const doomed = (await Promise.all(families.map((family) => doomedOf(server, family)))).flat()
  const rules: string[] = []
  for (const { method, reason, accountId } of doomed) {
    if (method !== 'Card') continue
    const fault = { provider: 'stripe', match: accountId, action: `decline:${reason}` }
    rules.push(((await (await server.sandboxApi('faults', fault)).json()) as { id: string }).id)
  }
  return async () => {
    // Not every day on which something is due is one on which it is taken.
    for (const id of rules) {
      await fetch(`${server.sandboxUrl}/_sandbox/api/faults/${id}`, { method: 'DELETE' })
    }
    for (const each of doomed) if (each.method === 'Bank') await sendBack(server, each)
  }
}

async function doomedOf({ deps }: RunningServer, family: Family): Promise<Doomed[]> {
  const { mishaps = [] } = family
  if (mishaps.length === 0) return []
  const due = await deps.db.many<{ planId: string; year: number; seq: number; tries: number }>(sql`
    select instalment.plan_id as "planId", plan.tuition_year as year, instalment.seq, instalment.tries
    from instalment join plan on plan.account_id = instalment.account_id and plan.id = instalment.plan_id
    where instalment.account_id = ${family.accountId} and instalment.status in ('Scheduled', 'Retrying')
      and coalesce(instalment.retry_on, instalment.collect_on) <= ${dateIn(family.region, deps.clock())}`)
  return due.flatMap(({ planId, year, seq, tries }) => {
    const mishap = mishaps.find((each) => each.year === year && each.seqs.includes(seq))
    if (!mishap || (mishap.onlyFirstTry && tries > 0)) return []
    return [{ ...family, planId, seq, reason: mishap.reason }]
  })
}

async function sendBack(server: RunningServer, { accountId, planId, seq, reason }: Doomed): Promise<void> {
  const row = await server.deps.db.first<{ intent: string }>(sql`
    select provider_payment_id as intent from payment
    where account_id = ${accountId} and plan_id = ${planId} and instalment_seq = ${seq}
      and status = 'Processing'`)
  if (row) await server.sandboxApi('stripe/settle', { paymentIntent: row.intent, outcome: reason })
}
