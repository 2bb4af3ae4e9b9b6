import type { Log } from './log.ts'

/** A resource that a process closes before it exits. */
export type ClosingStep = { name: string; close: () => unknown }

/**
 * Closes resources one after the other; a failure does not stop the next from being closed. Logs what failed, and
 * what was still closing at the time limit, so that an exit with an error is never without an explanation. True if
 * everything was closed.
 */
export async function closeInOrder(
  steps: readonly ClosingStep[],
  { log, withinMs }: { log: Pick<Log, 'error'>; withinMs: number },
): Promise<boolean> {
  let current = ''
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<false>((resolve) => {
    timer = setTimeout(() => {
      log.error({}, `${current} was not closed within ${withinMs / 1000} s`)
      resolve(false)
    }, withinMs)
  })
  const closed = async () => {
    let isClean = true
    for (const { name, close } of steps) {
      current = name
      try {
        await close()
      } catch (error) {
        isClean = false
        log.error({ err: error }, `${name} could not be closed`)
      }
    }
    return isClean
  }
  const isClean = await Promise.race([closed(), tooLate])
  clearTimeout(timer)
  return isClean
}
