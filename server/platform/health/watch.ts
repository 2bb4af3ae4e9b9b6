import type { Deps } from '../deps.ts'
import { problemsIn, readReadings } from './readings.ts'

const everyMs = 60_000

/**
 * Says in the log what a person should look at, when it begins and when it is over. Every serving process looks, also
 * one without jobs: where no process runs jobs, no job can say so.
 */
export function watchHealth(deps: Deps): { stop(): void } {
  let known = new Set<string>()
  const look = async () => {
    const problems = problemsIn(await readReadings(deps))
    for (const { code, text, count } of problems) if (!known.has(code)) deps.log.error({ code, count }, text)
    const codes = new Set(problems.map(({ code }) => code))
    for (const code of known) if (!codes.has(code)) deps.log.info({ code }, 'is well again')
    known = codes
  }
  const lookSafely = () =>
    void look().catch((error: unknown) => deps.log.warn({ err: error }, 'health check'))
  const timer = setInterval(lookSafely, everyMs).unref()
  // A process that runs jobs first has a minute to run those that it finds late.
  if (!deps.config.doesJobs) lookSafely()
  return { stop: () => clearInterval(timer) }
}
