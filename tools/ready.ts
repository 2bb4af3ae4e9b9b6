import { setTimeout as sleep } from 'node:timers/promises'
import { ProgramFailure } from '#server/platform/program-failure.ts'
import { type Child, lastLines } from './child.ts'

const patienceMs = 180_000

/** Waits until a part answers; throws with the end of its log if it exits or stays silent. */
export async function untilReady(
  child: Child,
  url: string,
  log: string,
  { signal, headers = {} }: { signal?: AbortSignal | undefined; headers?: Record<string, string> } = {},
): Promise<void> {
  const giveUpAt = performance.now() + patienceMs
  const fail = async (reason: string) =>
    new ProgramFailure(`${reason}. The end of its log:\n${await lastLines(log)}`)
  const ended = child.ended.then((how) => ({ how }))
  while (performance.now() < giveUpAt) {
    signal?.throwIfAborted()
    const outcome = await Promise.race([isOk(url, headers), ended])
    if (outcome === true) return
    if (outcome !== false) throw await fail(outcome.how)
    await sleep(50)
  }
  throw await fail(`${child.name} did not get ready in ${patienceMs / 1000} seconds`)
}

async function isOk(url: string, headers: Record<string, string>): Promise<boolean> {
  try {
    return (await fetch(url, { headers, signal: AbortSignal.timeout(5_000) })).ok
  } catch {
    return false
  }
}
