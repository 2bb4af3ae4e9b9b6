import { calendarDate } from '#domain/calendar/calendar.ts'
import { dearer, feeChanger } from '../testing/fee-changes.ts'
import type { RunningServer } from '../testing/running-server.ts'
import { addStaff } from '../testing/staff.ts'

/** A Monday in the middle of the Australian plans, when no payment of the week is announced yet. */
export const feeChangeDay = calendarDate('2027-05-17')

/** What each student costs more from that day on: an amount that no plan can spread evenly. */
const rise = 123.45

/** The school of both Australian families raises its fees; staff look at the plans and apply it. */
export async function changeFees(server: RunningServer): Promise<void> {
  const { token } = await addStaff(server, 'admin')
  const staff = feeChanger(server, token)
  const preview = await staff.preview('Wattle Grove College', 2027, dearer(rise))
  const { body } = await staff.apply(preview)
  if (body.outcome !== 'Applied') throw new Error(`The fees were not changed: ${JSON.stringify(body)}`)
}
