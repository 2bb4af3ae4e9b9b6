import type { staffQueue } from '#contract/staff-queue.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/http.ts'
import { peekAt } from './peek.ts'
import { readQueue, releaseItem, takeItem } from './queue.ts'

export function staffQueueRoutes(deps: Deps): Handlers<typeof staffQueue> {
  return {
    'GET /api/staff/queue': (call) => readQueue(deps, call, call.query),
    'GET /api/staff/queue/item': (call) => peekAt(deps, call, call.query),
    'POST /api/staff/queue/take': (call) => takeItem(deps, call, call.body),
    'POST /api/staff/queue/release': (call) => releaseItem(deps, call, call.body),
  }
}
