import { describe, expect, it } from 'vitest'
import { calendarDate } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import { addPayer, expectSoundLedger } from '#tools/testing/payments.ts'
import { travelTo } from '#tools/testing/planner.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Message } from '../messages/message.ts'
import { deliverWaiting, putInOutbox } from './outbox.ts'

const server = await testServer({ quietHours: { from: 20, until: 8 } })
const { deps } = server
const put = (message: Message) => deps.db.transaction((tx) => putInOutbox(tx, deps, message))

const stored = (customerId: string, since: string) =>
  deps.db.many<{ kind: string; status: string; tries: number }>(sql`
    select kind, status, tries from outbox_message where customer_id = ${customerId} and created_at >= ${new Date(since)} order by kind`)

/** A reminder as a text message, a letter and a code. */
function messagesTo({ customerId, accountId, email, mobile }: Awaited<ReturnType<typeof addPayer>>) {
  const to = { customerId, accountId }
  const about = { firstName: 'Olivia', shortId: 'LW1', schoolName: 'Wattle Grove College' }
  return {
    text: {
      ...to,
      kind: 'UpcomingText',
      facts: {
        region: 'AU',
        schoolName: about.schoolName,
        amount: cents(100_00),
        collectOn: calendarDate('2027-08-02'),
      },
      recipient: mobile,
    },
    letter: { ...to, kind: 'PlanCompleted', facts: { ...about, tuitionYear: 2027 }, recipient: email },
    code: { ...to, kind: 'LogInCode', facts: { code: '654321' }, recipient: mobile },
  } satisfies Record<string, Message>
}

const waiting = (kind: string) => ({ kind, status: 'Waiting', tries: 0 })
const sent = (kind: string) => ({ kind, status: 'Sent', tries: 1 })

describe('At night', () => {
  it.each([
    ['Sydney', undefined, '2027-06-14T16:30:00Z', '2027-06-14T21:59:00Z', '2027-06-14T22:00:00Z'],
    ['London', 'Oakfield School', '2027-07-15T01:30:00Z', '2027-07-15T06:59:00Z', '2027-07-15T07:00:00Z'],
  ] as const)(
    'in %s nothing leaves that can wait, and a code does not wait for it',
    async (_, school, night, lastMinute, morning) => {
      const parent = await addPayer(server, school && { school })
      const { text, letter, code } = messagesTo(parent)
      await travelTo(server, night)
      await put(text)
      await put(letter)
      await put(code)
      await expect.poll(() => stored(parent.customerId, night)).toContainEqual(sent('LogInCode'))
      await travelTo(server, lastMinute)
      await deliverWaiting(deps)
      expect(await stored(parent.customerId, night)).toEqual([
        sent('LogInCode'),
        waiting('PlanCompleted'),
        waiting('UpcomingText'),
      ])
      // Nobody is alarmed by what waits on purpose.
      await expectSoundLedger(server)
      await travelTo(server, morning)
      await deliverWaiting(deps)
      expect(await stored(parent.customerId, night)).toEqual([
        sent('LogInCode'),
        sent('PlanCompleted'),
        sent('UpcomingText'),
      ])
    },
  )
})
