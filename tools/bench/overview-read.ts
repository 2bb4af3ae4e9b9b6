import { comparer, type Finding } from './goal.ts'
import type { Bench, Outcome, Part } from './part.ts'
import { compareReads, rowsOf, type Stretches } from './reads.ts'
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
  const found = comparer(larkwell, { name: 'mapped', samples: mapped })
  const both = 'overview, CPU with the database'
  return [
    found('S1', both, 'bothCpuUs', 'µs of CPU', { better: 'lower', goal: 1.3, defect: 2 }),
    found('S1', 'overview, CPU', 'cpuUs', 'µs of CPU', { better: 'lower', goal: 1.3 }),
    found('S2', 'overview, p99', 'p99Ms', 'ms', { better: 'lower', goal: 1.3, defect: 2 }),
  ]
}
