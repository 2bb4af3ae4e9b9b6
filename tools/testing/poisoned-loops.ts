import { dateIn } from '#domain/calendar/calendar.ts'
import { addBusinessDays } from '#domain/calendar/holidays.ts'
import { noonOf } from '../demo/moment.ts'
import { loopsOfAccounts } from './poisoned-loops/accounts.ts'
import { loopsOfEncryption } from './poisoned-loops/encryption.ts'
import { loopsOfIncomingNews } from './poisoned-loops/incoming.ts'
import { loopSetting, type Loop } from './poisoned-loops/loop.ts'
import { loopsOfPlans } from './poisoned-loops/plans.ts'
import { loopsOfRepayments } from './poisoned-loops/repayments.ts'
import type { TestServer } from './server.ts'
import { addStaff } from './staff.ts'
import { sql } from '#server/platform/database/sql.ts'
import { calendars } from './holiday-rules.ts'

export type { Loop }

/**
 * Every loop over rows, each with a row of two families, one of which can be made unprocessable. The clock is moved to
 * noon of a working day, when money is collected and remitted.
 */
export async function poisonedLoops(server: TestServer) {
  const { deps } = server
  const { db } = deps
  const { staffId } = await addStaff(server, 'operations')
  const setting = loopSetting(server, staffId)
  const loops: Loop[] = [
    ...loopsOfRepayments(setting),
    ...loopsOfPlans(setting),
    ...loopsOfIncomingNews(setting),
    ...loopsOfAccounts(setting),
    ...loopsOfEncryption(setting),
  ]

  const noon = Date.parse(noonOf(addBusinessDays(dateIn('AU', deps.clock()), 1, calendars.AU), 'AU'))
  await server.travel(noon - deps.clock().getTime())
  await db.run(sql`create table refused_row (name text, table_name text)`)
  await db.run(sql`
    create function refuse_row() returns trigger language plpgsql as $$
    begin
      if exists (select from refused_row where table_name = tg_table_name
          and name in (select value from jsonb_each_text(to_jsonb(coalesce(new, old))))) then
        raise exception 'this row is refused';
      end if;
      return coalesce(new, old);
    end $$`)

  return {
    loops,
    /** Two families with a row each that the loop should process, and cannot for the bad one. */
    async arrange(loop: Loop): Promise<{ bad: string; good: string }> {
      const both = { bad: await setting.addFamily(loop.account), good: await setting.addFamily(loop.account) }
      for (const id of [both.bad, both.good]) await loop.arrange?.(id)
      if ('spoil' in loop) await loop.spoil(both.bad)
      else {
        const name = loop.nameOf?.(both.bad) ?? both.bad
        await db.run(sql`insert into refused_row values (${name}, ${loop.refuses.text})`)
        // A letter that was written before still leaves: it is sent together with those of others.
        const isLetter = loop.refuses.text === 'outbox_message'
        await db.run(sql`
          create or replace trigger refused before ${isLetter ? sql`insert` : sql`insert or update or delete`}
            on ${loop.refuses} for each row execute function refuse_row()`)
      }
      return both
    },
    async mend(loop: Loop, bad: string): Promise<void> {
      await db.run(sql`delete from refused_row where name = ${loop.nameOf?.(bad) ?? bad}`)
      if ('mend' in loop) await loop.mend(bad)
    },
    /** The bad row, as staff see it in their list. */
    itemOf: (loop: Loop, bad: string) =>
      loop.nameOf
        ? { work: loop.work, item: loop.nameOf(bad), accountId: null }
        : { work: loop.work, accountId: bad },
  }
}
