import { dearer, feeChanger } from '../testing/fee-changes.ts'
import type { RunningServer } from '../testing/running-server.ts'
import { addStaff } from '../testing/staff.ts'
import type { FeeRise } from './cast.ts'

/** A school raises its fees; staff look at the plans and apply it. */
export async function raiseFees(server: RunningServer, { school, year, amount }: FeeRise): Promise<void> {
  const { token } = await addStaff(server, 'admin')
  const staff = feeChanger(server, token)
  const { body } = await staff.apply(await staff.preview(school, year, dearer(amount)))
  if (body.outcome !== 'Applied') throw new Error(`The fees were not changed: ${JSON.stringify(body)}`)
}
