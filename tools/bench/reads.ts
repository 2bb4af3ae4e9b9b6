import type { Families, Logins } from './families.ts'
import { median, pick, ratioOf } from './goal.ts'
import { type PathOf, type Stretch, stretch, warmUp } from './load.ts'
import type { Bench } from './part.ts'
import type { Row } from './report.ts'
import { type ServerName, type Serving, startServing } from './serving.ts'

/** The peer first, whose figures ours are stated against. */
const names = ['mapped', 'larkwell'] as const satisfies ServerName[]

/** Nobody calls a server while another is measured, and the engine forgets code for objects of which it holds none. */
const secondsBefore = 2
const seconds = 3

export type Stretches = Record<(typeof names)[number], Stretch[]>

/** What a read costs us and the peer, in turn and as often. */
export async function compareReads(
  bench: Bench,
  families: Families,
  reads: readonly { logins: Logins; pathOf: PathOf }[],
): Promise<Stretches[]> {
  const rounds = bench.rounds(6)
  const servings: Serving[] = []
  for (const name of names) servings.push(await startServing(name, bench, families))
  const all: Stretches[] = []
  for (const { logins, pathOf } of reads) {
    const stretches: Stretches = { mapped: [], larkwell: [] }
    for (const serving of servings) await warmUp(serving, logins, pathOf, bench.rounds(20))
    for (let round = 0; round < rounds; round++) {
      for (const [place, name] of names.entries()) {
        const serving = servings[place]
        if (!serving) continue
        await stretch(serving, families.databasePid, logins, secondsBefore, pathOf)
        stretches[name].push(await stretch(serving, families.databasePid, logins, seconds, pathOf))
      }
    }
    all.push(stretches)
  }
  await Promise.all(servings.map((serving) => serving.stop()))
  return all
}

export function rowsOf(what: string, stretches: Stretches): Row[] {
  return names.map((name) => {
    const figure = (key: keyof Stretch) => median(pick(stretches[name], key))
    const against = (key: keyof Stretch) => ratioOf(pick(stretches[name], key), pick(stretches.mapped, key))
    return {
      read: `${what}, ${name}`,
      'rate ×': against('perSecond'),
      'CPU ×': against('cpuUs'),
      'with database ×': against('bothCpuUs'),
      'p99 ×': against('p99Ms'),
      'requests/s': figure('perSecond'),
      'p50 ms': figure('p50Ms'),
      'p99 ms': figure('p99Ms'),
      'CPU µs': figure('cpuUs'),
      'database CPU µs': figure('databaseCpuUs'),
      bytes: figure('bytes'),
      'others, cores': figure('otherCores'),
    }
  })
}
