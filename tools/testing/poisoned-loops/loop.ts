import { addFamily } from '../family.ts'
import type { TestServer } from '../server.ts'
import type { Account } from '../../demo/account.ts'
import { dateIn } from '#domain/calendar/calendar.ts'
import { sql, type Statement } from '#server/platform/database/sql.ts'
import type { WorkName } from '#server/platform/jobs/work-names.ts'

/** A loop over rows, with a row of a family that it processes, and what makes that row unprocessable. */
export type Loop = {
  work: WorkName
  account?: (name: string) => Account
  arrange?: (accountId: string) => Promise<unknown>
  run: () => Promise<unknown>
  /** How the row is met later, if another loop takes it up. */
  runAgain?: () => Promise<unknown>
  isDone: (accountId: string) => Promise<boolean>
  /** What the row is called, where staff do not see it as one of the account's. */
  nameOf?: (accountId: string) => string
} & (
  | { /** What the database refuses to write about the bad row's family. */ refuses: Statement }
  | { spoil: (accountId: string) => Promise<unknown>; mend: (accountId: string) => Promise<unknown> }
)

const hourMs = 60 * 60_000

/** What the rows of the loops are made with. */
export function loopSetting(server: TestServer, staffId: string) {
  const { deps } = server
  const { db } = deps
  const ago = (hours: number) => new Date(deps.clock().getTime() - hours * hourMs)
  const today = () => dateIn('AU', deps.clock())
  const yes = async (query: Statement) => (await db.first<{ yes: boolean }>(query))?.yes === true

  /** The next instalment of a family falls due today. */
  const bringDue = (accountId: string) =>
    db.run(sql`
      update instalment set due_on = ${today()}, collect_on = ${today()}, noticed_on = ${today()}::date - 30
      where (account_id, plan_id, seq) in (
        select account_id, plan_id, seq from instalment
        where account_id = ${accountId} and status = 'Scheduled' order by collect_on limit 1)`)

  let families = 0
  return {
    server,
    deps,
    db,
    staffId,
    ago,
    today,
    yes,
    /** Whether a table has a row of the account for which something holds. */
    hasRow: (accountId: string, table: Statement, condition: Statement = sql`true`) =>
      yes(sql`select exists (select from ${table} where account_id = ${accountId} and ${condition}) as yes`),
    bringDue,
    async makeOverdue(accountId: string): Promise<void> {
      await bringDue(accountId)
      await db.run(sql`
        update instalment set status = 'Overdue' where account_id = ${accountId} and collect_on = ${today()}`)
    },
    insertPayment: (accountId: string) =>
      db.run(sql`
        with charged as (
          insert into charge (account_id, kind, payee_id, amount_minor, settled_minor, due_on, created_at)
          select id, 'OneOff', institution_id, 500, 500, ${today()}::date - 30, ${ago(720)}
          from account where id = ${accountId}
          returning account_id, id, payee_id, due_on, created_at
        ), paid as (
          insert into payment (account_id, id, kind, institution_id, currency, amount_minor, covered_minor, status,
            paid_on, created_at, updated_at)
          select account_id, gen_random_uuid(), 'Early', payee_id, 'AUD', 500, 500, 'Succeeded', due_on, created_at,
            created_at
          from charged
          returning id
        )
        insert into cover (account_id, charge_id, payment_id, settled_minor)
        select charged.account_id, charged.id, paid.id, 500 from charged, paid`),
    async addFamily(accountOf: (name: string) => Account = () => ({})): Promise<string> {
      families += 1
      const email = `row${families}@demo.example`
      return (await addFamily(server, { email, mobile: null, accounts: [accountOf(email)] })).accountId
    },
  }
}

export type LoopSetting = ReturnType<typeof loopSetting>
