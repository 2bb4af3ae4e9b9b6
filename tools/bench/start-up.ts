import { comparison, type Finding, type Limits, median } from './goal.ts'
import type { Bench, Outcome, Part } from './part.ts'
import { type Serving, startServing } from './serving.ts'

const names = ['mapped', 'larkwell'] as const

export const startUp: Part = {
  name: 'start-up',
  measures: 'one serving process to its first overview, beside Fastify + pg alone',
  run,
}

async function run(bench: Bench): Promise<Outcome> {
  const families = await bench.families()
  const starts: Record<(typeof names)[number], Serving[]> = { mapped: [], larkwell: [] }
  // The first start of each finds no file in memory yet and does not count.
  for (let round = 0; round <= bench.rounds(5); round++) {
    for (const name of names) {
      const serving = await startServing(name, bench, families)
      await serving.stop()
      if (round > 0) starts[name].push(serving)
    }
  }
  const seconds = (name: (typeof names)[number]) => starts[name].map((each) => each.firstAnswerMs / 1000)
  const memory = (name: (typeof names)[number]) => starts[name].map((each) => each.residentMiB)
  const found = (what: string, unit: string, figure: typeof seconds, limits: Limits): Finding =>
    comparison({ goal: 'U1', what, unit, limits }, figure('larkwell'), {
      name: 'mapped',
      values: figure('mapped'),
    })
  return {
    findings: [
      found('first overview', 's', seconds, { better: 'lower', goal: 1.5, defect: 2.2 }),
      found('memory', 'MiB', memory, { better: 'lower', goal: 1.6, defect: 2.5 }),
      {
        goal: 'U',
        what: 'serving process ready',
        value: median(seconds('larkwell')),
        unit: 's',
        limits: { better: 'lower', goal: 1.2 },
      },
    ],
    rows: names.map((name) => ({
      server: name,
      'first overview s': median(seconds(name)),
      'fastest s': Math.min(...seconds(name)),
      'CPU s': median(starts[name].map((each) => each.firstAnswerCpuMs / 1000)),
      'memory MiB': median(memory(name)),
    })),
  }
}
