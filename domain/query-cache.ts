/** The time that the portal caches a reply, and its retries after a failure. */
export const queryStaleMs = 5 * 60_000
export const queryRetries = 3

const longestDelayMs = 30_000

/** The wait before retry `n`, counted from 0: one second, doubled each time, at most thirty. */
export function retryDelayMs(n: number): number {
  return Math.min(1_000 * 2 ** n, longestDelayMs)
}

/** `status` is undefined if there was no reply. A refusal (4xx) would be the same on every retry. */
export function shouldRetry(failures: number, status: number | undefined): boolean {
  const isRefusal = status !== undefined && status >= 400 && status < 500
  return failures < queryRetries && !isRefusal
}
