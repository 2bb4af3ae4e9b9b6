import { median, ratioOf } from './goal.ts'
import type { Bench, Outcome, Part } from './part.ts'
import { shown } from './report.ts'
import { type Serving, startServing } from './serving.ts'

const rounds = 5
const names = ['fastify', 'larkwell'] as const

export const startUp: Part = {
  name: 'start-up',
  measures: 'one serving process to its first overview, beside a bare Fastify + pg',
  run,
}

async function run(bench: Bench): Promise<Outcome> {
  const families = await bench.families()
  const [login] = await families.logins()
  if (!login) throw new Error('There is no family to ask for.')
  const starts: Record<(typeof names)[number], Serving[]> = { fastify: [], larkwell: [] }
  // The first start of each finds no file in memory yet and does not count.
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const serving = await startServing(name, bench, families, login)
      await serving.stop()
      if (round > 0) starts[name].push(serving)
    }
  }
  const seconds = (name: (typeof names)[number]) => starts[name].map((each) => each.firstAnswerMs / 1000)
  const memory = (name: (typeof names)[number]) => starts[name].map((each) => each.residentMiB)
  const [slower, larger] = [seconds, memory].map((figure) => ratioOf(figure('larkwell'), figure('fastify')))
  if (slower === undefined || larger === undefined) throw new Error('Nothing was started.')
  return {
    findings: [
      {
        goal: 'U1',
        what: 'first overview',
        value: slower,
        unit: '×',
        limits: { better: 'lower', goal: 1.5, defect: 2.2 },
        against: { name: 'Fastify', ratio: slower },
        figures: `${shown(median(seconds('larkwell')))} against ${shown(median(seconds('fastify')))} s`,
      },
      {
        goal: 'U1',
        what: 'memory',
        value: larger,
        unit: '×',
        limits: { better: 'lower', goal: 1.6, defect: 2.5 },
        against: { name: 'Fastify', ratio: larger },
        figures: `${shown(median(memory('larkwell')))} against ${shown(median(memory('fastify')))} MiB`,
      },
      {
        goal: 'U',
        what: 'serving process ready',
        value: median(seconds('larkwell')),
        unit: 's',
        limits: { better: 'lower', goal: 1.2 },
        against: undefined,
        figures: '',
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
