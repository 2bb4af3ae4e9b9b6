import { mkdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Longer than anything done in turn; what is older was left behind by a journey that was cut off. */
const forgottenMs = 30_000

/**
 * Lets one journey at a time do something for a person, over all worker processes. A newer code closes the
 * older one, so two journeys that log the same family in at once would take each other's code away.
 */
export async function inTurn<Result>(person: string, action: () => Promise<Result>): Promise<Result> {
  const folder = join(tmpdir(), `larkwell-turn-${process.ppid}-${person}`)
  while (!(await isTaken(folder))) await pause(50)
  try {
    return await action()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function isTaken(folder: string): Promise<boolean> {
  try {
    await mkdir(folder)
    return true
  } catch {
    const age = await stat(folder).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    )
    if (age > forgottenMs) await rm(folder, { recursive: true, force: true })
    return false
  }
}
