import type { Config } from './config.ts'

/** The points of a payment at which a crash would do the most harm. */
export type CrashPoint =
  | 'before-send'
  | 'after-send'
  | 'after-provider-answer'
  | 'after-settlement'
  | 'after-stored-event'
  | 'after-approval'
  | 'after-plan-of-fee-change'

/** Kills the process at once if it is configured to crash here, so that tests can prove that nothing is lost. */
export function crashPoint(config: Pick<Config, 'crashPoint'>, name: CrashPoint): void {
  if (config.crashPoint === name) process.kill(process.pid, 'SIGKILL')
}
