import { comparison, type Finding, type Limits } from './goal.ts'
import type { Stretch } from './load.ts'
import type { Bench, Outcome, Part } from './part.ts'
import { compareReads, pick, rowsOf, type Stretches } from './reads.ts'
import { overviewPath } from './serving.ts'

export const overviewRead: Part = {
  name: 'overview-read',
  measures: 'an authenticated overview, 16 connections, against one of five tables mapped in code',
  run,
}

async function run(bench: Bench): Promise<Outcome> {
  const families = await bench.families()
  const reads = [{ logins: await families.logins(), pathOf: overviewPath }]
  const all = await compareReads(bench, families, reads)
  return {
    findings: all.flatMap(findingsFrom),
    rows: all.flatMap((stretches) => rowsOf('overview', stretches)),
  }
}

function findingsFrom({ mapped, larkwell }: Stretches): Finding[] {
  const found = (goal: string, what: string, key: keyof Stretch, unit: string, limits: Limits) =>
    comparison({ goal, what: `overview, ${what}`, limits, unit }, pick(larkwell, key), {
      name: 'mapped',
      values: pick(mapped, key),
    })
  return [
    found('S1', 'CPU with the database', 'bothCpuUs', 'µs of CPU', { better: 'lower', goal: 1.3, defect: 2 }),
    found('S1', 'CPU', 'cpuUs', 'µs of CPU', { better: 'lower', goal: 1.3 }),
    found('S2', 'p99', 'p99Ms', 'ms', { better: 'lower', goal: 1.3, defect: 2 }),
  ]
}
