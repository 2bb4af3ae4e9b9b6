import { cardFormLifeMs } from '#domain/card-entry.ts'

/** A form serves one card. Its address outlives the step, so what was used is written down here. */
const used = new Set<string>()

// The page's own age is the most that its first form can have.
let newestSince = 0

/** Before the end of its life there should be time left to type a card. */
const oldAfterMs = (cardFormLifeMs * 2) / 3

export function noteUse(address: string): void {
  used.add(address)
}

export function noteRenewal(): void {
  newestSince = performance.now()
}

export function wasUsed(address: string): boolean {
  return used.has(address)
}

/** Whether the form at hand may be too old to be opened. */
export function isFormOld(): boolean {
  return performance.now() - newestSince > oldAfterMs
}
