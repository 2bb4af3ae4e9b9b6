import type { Log } from './log.ts'

/** Something that a process closes before it leaves. */
export type ClosingStep = { what: string; close: () => unknown }

/**
 * Closes one after the other; what fails keeps nothing else from being closed. The log says what failed and what was still
 * being closed when the time was up: a process that leaves with an error and without a word cannot be mended. True where
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
    for (const { what, close } of steps) {
      current = what
      try {
        await close()
      } catch (error) {
        isClean = false
        log.error({ err: error }, `${what} could not be closed`)
      }
    }
    return isClean
  }
  const isClean = await Promise.race([closed(), tooLate])
  clearTimeout(timer)
  return isClean
}
