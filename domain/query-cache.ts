/** How long the portal believes an answer, and how it asks again after a failure. */
export const queryStaleMs = 5 * 60_000
export const queryRetries = 3

const longestDelayMs = 30_000

/** The wait before retry `n`, counted from 0: one second, doubled each time, at most thirty. */
export function retryDelayMs(n: number): number {
  return Math.min(1_000 * 2 ** n, longestDelayMs)
}

/** `status` is undefined when no answer came at all. A refusal (4xx) stays one however often it is asked. */
export function shouldRetry(failures: number, status: number | undefined): boolean {
  const isRefusal = status !== undefined && status >= 400 && status < 500
  return failures < queryRetries && !isRefusal
}
