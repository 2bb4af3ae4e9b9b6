import { idOf } from './ids.ts'
import { daysAgo, happenedOn, type Moment } from './moment.ts'
import type { Rows } from './rows.ts'
import { staffId } from './staff.ts'

/** Messages of the same day are a quarter of an hour apart. */
export type Said = { by: 'Customer' | 'Staff'; text: string; daysAgo: number }

export function addConversation(rows: Rows, customerId: string, said: readonly Said[], moment: Moment): void {
  const [first] = said
  if (!first) return
  const id = idOf(customerId, 'conversation')
  const at = (index: number) => {
    const noon = new Date(happenedOn(daysAgo(moment, said[index]?.daysAgo ?? 0), moment))
    return new Date(noon.getTime() - (said.length - index) * 15 * 60_000).toISOString()
  }
  rows.conversation.push({ id, customer_id: customerId, created_at: at(0) })
  rows.conversation_message.push(
    ...said.map(({ by, text }, index) => ({
      conversation_id: id,
      id: idOf(id, 'message', index),
      author: by,
      author_id: by === 'Customer' ? customerId : staffId('staff.support'),
      body: text,
      created_at: at(index),
    })),
  )
}
