import type { StaffFeeChange } from '#contract/staff-fee-changes.ts'
import type { StaffFeeSchedule } from '#contract/staff-schools.ts'
import { schoolId, type SchoolName } from '../demo/schools.ts'
import type { Reply } from './portal-calls.ts'
import type { RunningServer } from './running-server.ts'

type Item = StaffFeeSchedule['items'][number]
/** What an item costs instead; undefined where it stays. */
export type NewPrice = (item: Item) => number | undefined

/** A member of staff who changes what a school charges, over the staff API. */
export function feeChanger({ call }: Pick<RunningServer, 'call'>, token: string) {
  const reason = 'The school has told us'
  return {
    async preview(school: SchoolName, year: number, price: NewPrice): Promise<StaffFeeChange> {
      const path = `/api/staff/schools/${schoolId(school)}/fee-schedules/${year}`
      const { body } = await call(`GET ${path}`, { token })
      const { terms, items } = body as StaffFeeSchedule
      const changed = items.map(({ id: _, ...item }) => ({
        ...item,
        amount: price({ id: _, ...item }) ?? item.amount,
      }))
      const reply = await call(`POST ${path}/preview`, { token, body: { terms, items: changed, reason } })
      if (reply.status !== 200) throw new Error(`No preview: ${JSON.stringify(reply.body)}`)
      return reply.body as StaffFeeChange
    },
    apply: ({ id }: Pick<StaffFeeChange, 'id'>, at: typeof call = call): Promise<Reply> =>
      at(`POST /api/staff/fee-changes/${id}/apply`, { token, body: { reason } }),
    show: async ({ id }: Pick<StaffFeeChange, 'id'>) =>
      (await call(`GET /api/staff/fee-changes/${id}`, { token })).body as StaffFeeChange,
  }
}

/** The tuition of one year level, dearer by so much. */
export const dearer =
  (by: number, level: string | null = null): NewPrice =>
  ({ name, yearLevel, amount }) =>
    name === 'Tuition' && amount !== null && (level === null || yearLevel === level)
      ? Math.round((amount + by) * 100) / 100
      : undefined
