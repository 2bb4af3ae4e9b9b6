import { addDays, dateIn, startOfDay } from '#domain/calendar/calendar.ts'
import { canFinish, remindedStarts, reminderDue } from '#domain/plan/unfinished-plans.ts'
import type { Region } from '#domain/region.ts'
import { writeToMembers } from '../../people/account-letters/account-letters.ts'
import type { Deps } from '../../platform/deps.ts'
import { workOn } from '../../platform/jobs/work-through.ts'
import { planUrl } from './plan-letters.ts'
import { listUnfinished, type UnfinishedRow } from './unfinished-plans.reads.ts'

const atOnce = 500
const beforeAll = '00000000-0000-0000-0000-000000000000'
const daysBetweenReminders = 7

/** Reminds families of plans that do not start because nobody has finished them. Returns the number of reminders. */
export async function remindOfUnfinished(deps: Deps): Promise<number> {
  const now = deps.clock()
  const name = 'remind-unfinished'
  const starts = { AU: remindedStarts(dateIn('AU', now)), UK: remindedStarts(dateIn('UK', now)) }
  // By the calendar, so that the hour of a run does not matter.
  const quietSince = (region: Region) =>
    startOfDay(addDays(dateIn(region, now), 1 - daysBetweenReminders), region)
  const remindedSince = { AU: quietSince('AU'), UK: quietSince('UK') }
  const itemOf = ({ accountId }: UnfinishedRow) => ({ item: accountId, accountId })
  let count = 0
  let after = beforeAll
  for (let isMore = true; isMore;) {
    const request = { now, starts, remindedSince, after }
    const rows = await listUnfinished(deps.db, request, { work: name, now, limit: atOnce })
    const due = rows.flatMap((row) => {
      const savedOn = row.savedAt && dateIn(row.region, row.savedAt)
      const reminder = reminderDue({ ...row, savedOn }, dateIn(row.region, now))
      return reminder === undefined ? [] : [{ ...row, reminder }]
    })
    count += await workOn(deps, { name, itemOf }, due, async (some) => {
      for (const each of some) await remind(deps, each)
    })
    after = rows.at(-1)?.accountId ?? after
    isMore = rows.length === atOnce
  }
  return count
}

async function remind(deps: Deps, unfinished: UnfinishedRow & { reminder: number }): Promise<void> {
  const { accountId, region, year, reason, startsOn, reminder } = unfinished
  const today = dateIn(region, deps.clock())
  await deps.db.transaction((tx) =>
    writeToMembers(tx, deps, accountId, ({ firstName, shortId, schoolName }, customerId) => ({
      kind: 'PlanUnfinished',
      facts: {
        firstName,
        shortId,
        schoolName,
        tuitionYear: year,
        status: reason,
        startsOn,
        isPast: startsOn <= today,
        portalUrl: canFinish(unfinished, { today, region }) ? planUrl(deps, year) : null,
      },
      once: `plan-unfinished:${accountId}:${year}:${reason}:${startsOn}:${reminder}:${customerId}`,
    })),
  )
}
