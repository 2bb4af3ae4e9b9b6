import autocannon from 'autocannon'
import type { Login } from './families.ts'
import { quantile } from './goal.ts'
import { costFromNow } from './process-usage.ts'
import { bearer, type Serving } from './serving.ts'

/** What is asked for of each family. */
export type PathOf = (login: Login) => string

const connections = 16

/** What one server did in one stretch of time. */
export type Stretch = {
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Processor time of the server for each request, of the database, and of both: what one saves the other may spend. */
  cpuUs: number
  databaseCpuUs: number
  bothCpuUs: number
  bytes: number
  /** How many cores other programs kept busy meanwhile. */
  otherCores: number
}

/** After so many requests the engine has compiled what is hot; a busy machine is waited for so many seconds. */
const warmUpRequests = 12_000

export async function warmUp(
  serving: Serving,
  logins: Login[],
  pathOf: PathOf,
  seconds: number,
): Promise<void> {
  let requests = 0
  for (let second = 0; second < seconds && requests < warmUpRequests; second++)
    requests += (await fire(serving.url, logins, 1, pathOf)).ms.length
}

/** Asks for one family after the other, over 16 connections, for so many seconds. */
export async function stretch(
  serving: Serving,
  databasePid: number,
  logins: Login[],
  seconds: number,
  pathOf: PathOf,
): Promise<Stretch> {
  const cost = costFromNow({ server: serving.pid, database: databasePid })
  const { ms, bytes, failures, duration } = await fire(serving.url, logins, seconds, pathOf)
  const { costOf, otherCores } = cost()
  if (failures > 0) throw new Error(`${failures} of ${ms.length} requests to "${serving.name}" failed.`)
  const [server, database] = [costOf('server'), costOf('database')]
  return {
    perSecond: ms.length / duration,
    p50Ms: quantile(ms, 0.5),
    p99Ms: quantile(ms, 0.99),
    cpuUs: (server / ms.length) * 1e6,
    databaseCpuUs: (database / ms.length) * 1e6,
    bothCpuUs: ((server + database) / ms.length) * 1e6,
    bytes: bytes / ms.length,
    otherCores,
  }
}

type Shots = { ms: number[]; bytes: number; failures: number; duration: number }

function fire(url: string, logins: Login[], seconds: number, pathOf: PathOf): Promise<Shots> {
  const requests = logins.map((login) => ({
    method: 'GET',
    path: pathOf(login),
    headers: bearer(login),
  }))
  return new Promise((resolve, reject) => {
    const ms: number[] = []
    let wrong = 0
    let clients = 0
    const run = autocannon(
      {
        url,
        connections,
        duration: seconds,
        timeout: 30,
        // Each connection begins somewhere else, so that no two ask for the same family at the same time.
        setupClient: (client) => {
          const from = Math.floor((clients++ * requests.length) / connections)
          client.setRequests([...requests.slice(from), ...requests.slice(0, from)])
        },
      },
      (error, { duration, errors, timeouts, throughput }) =>
        error
          ? reject(error)
          : resolve({ ms, bytes: throughput.total, failures: wrong + errors + timeouts, duration }),
    )
    run.on('response', (_client, status, _bytes, time) => {
      ms.push(time)
      if (status !== 200) wrong += 1
    })
  })
}
