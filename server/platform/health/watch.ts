import type { Deps } from '../deps.ts'
import { problemsIn, readReadings } from './readings.ts'

const everyMs = 60_000

/**
 * Logs when a problem that a person should look at begins and ends. Every serving process does so, including those
 * without jobs: if no process runs jobs, a job could not report it.
 */
export function watchHealth(deps: Deps): { stop(): void } {
  let reported = new Set<string>()
  const check = async () => {
    const problems = problemsIn(await readReadings(deps))
    for (const { code, text, count } of problems)
      if (!reported.has(code)) deps.log.error({ code, count }, text)
    const codes = new Set(problems.map(({ code }) => code))
    for (const code of reported) if (!codes.has(code)) deps.log.info({ code }, 'is well again')
    reported = codes
  }
  const checkSafely = () =>
    void check().catch((error: unknown) => deps.log.warn({ err: error }, 'health check'))
  const timer = setInterval(checkSafely, everyMs).unref()
  // A process that runs jobs first has a minute to catch up on late ones.
  if (!deps.config.doesJobs) checkSafely()
  return { stop: () => clearInterval(timer) }
}
