import { fork } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { inProject, projectDir } from '../project.ts'
import type { Bench } from './part.ts'

/** A process of its own that does what it is asked and says what it took. */
export type Worker<Order, Report> = { ask(order: Order): Promise<Report>; stop(): Promise<void> }

/** In the process itself: carries out each order, and reports. */
export function serveOrders(carryOut: (order: never) => Promise<unknown>): void {
  process.on('message', (order) => {
    void carryOut(order as never).then((report) => process.send?.(report))
  })
  process.send?.('ready')
}

/** Starts a script of this folder, which says 'ready', and then answers each order with a report. */
export async function startWorker<Order extends object, Report>(
  bench: Bench,
  script: string,
  { databaseUrl, databasePid }: { databaseUrl: string; databasePid: number },
): Promise<Worker<Order, Report>> {
  const exitWithParent = pathToFileURL(inProject('tools', 'exit-with-parent.mjs')).href
  const child = fork(inProject('tools', 'bench', script), {
    cwd: projectDir,
    execArgv: ['--import', exitWithParent],
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATABASE_PID: String(databasePid),
      CLOCK_FILE: undefined,
    },
    detached: true,
  })
  const ended = new Promise<never>((_, reject) => {
    child.once('exit', (code, signal) =>
      reject(new Error(`${script} ended (${signal ?? `exit code ${code}`}).`)),
    )
  })
  // Also when nobody waits for an answer.
  ended.catch(() => {})
  const stop = async () => {
    child.kill('SIGTERM')
    await ended.catch(() => {})
  }
  bench.onEnd(stop)
  const answer = <Message>() =>
    Promise.race([
      ended,
      new Promise<Message>((resolve) => child.once('message', (sent) => resolve(sent as Message))),
    ])
  await answer<'ready'>()
  return {
    stop,
    ask(order) {
      const report = answer<Report>()
      child.send(order)
      return report
    },
  }
}
