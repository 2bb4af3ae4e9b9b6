import { setTimeout as sleep } from 'node:timers/promises'

const timeoutMs = 5_000

/** Rejects if the database takes too long. A commit can hang, for example when it waits for an unavailable standby. */
export function withTimeout<T>(work: Promise<T>): Promise<T> {
  return Promise.race([
    work,
    sleep(timeoutMs, undefined, { ref: false }).then((): never => {
      throw new Error('The database did not answer in time')
    }),
  ])
}
