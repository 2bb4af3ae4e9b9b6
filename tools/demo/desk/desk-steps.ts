import type { QueueKind } from '#domain/staff-queue.ts'
import type { Deps } from '#server/platform/deps.ts'

/** How something of a kind comes to wait for staff. */
export type DeskSteps = [kind: QueueKind, make: (deps: Deps) => Promise<void>][]
