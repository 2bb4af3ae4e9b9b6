import { type Finding, median, ratioOf } from './goal.ts'
import { type Stretch, stretch, warmUp } from './load.ts'
import type { Bench, Outcome, Part } from './part.ts'
import { type Row, shown } from './report.ts'
import { type ServerName, type Serving, startServing } from './serving.ts'

const rounds = 7
const seconds = 3

/** Nobody calls a server while another is measured, and the engine forgets code for objects of which it holds none. */
const secondsBefore = 3

/**
 * Raw comes first: it is the floor. Those between show how much of the way from there to us is the framework's, and what
 * the five tables cost when they are read and mapped without more ado.
 */
const names: ServerName[] = ['raw', 'fastify', 'mapped', 'larkwell']

export const overviewRead: Part = {
  name: 'overview-read',
  measures: 'an authenticated overview, 16 connections, against raw node:http + pg',
  run,
}

async function run(bench: Bench): Promise<Outcome> {
  const families = await bench.families()
  const logins = await families.logins()
  const [first] = logins
  if (!first) throw new Error('There is no family to ask for.')
  const targets: { serving: Serving; stretches: Stretch[] }[] = []
  for (const name of names) {
    const serving = await startServing(name, bench, families, first)
    targets.push({ serving, stretches: [] })
    await warmUp(serving, logins)
  }
  for (let round = 0; round < rounds; round++) {
    for (const { serving, stretches } of targets) {
      await stretch(serving, families.databasePid, logins, secondsBefore)
      stretches.push(await stretch(serving, families.databasePid, logins, seconds))
    }
  }
  await Promise.all(targets.map(({ serving }) => serving.stop()))
  const of = (name: ServerName) => targets.find(({ serving }) => serving.name === name)?.stretches ?? []
  return {
    findings: findingsFrom(of('larkwell'), of('raw')),
    rows: targets.map(({ serving, stretches }) => rowOf(serving.name, stretches, of('raw'))),
  }
}

function findingsFrom(ours: Stretch[], floor: Stretch[]): Finding[] {
  const found = (key: keyof Stretch, figures: string) => {
    const [value, anchor] = [ours, floor].map((stretches) => median(stretches.map((each) => each[key])))
    const ratio = ratioOf(
      ours.map((each) => each[key]),
      floor.map((each) => each[key]),
    )
    return {
      value: ratio,
      unit: '×' as const,
      against: { name: 'RAW', ratio },
      figures: `${shown(value ?? NaN)} against ${shown(anchor ?? NaN)} ${figures}`,
    }
  }
  return [
    {
      goal: 'S1',
      what: 'overview, rate',
      limits: { better: 'higher', goal: 0.5, defect: 0.42 },
      ...found('perSecond', 'requests/s'),
    },
    {
      goal: 'S1',
      what: 'overview, CPU',
      limits: { better: 'lower', goal: 2, defect: 2.2 },
      ...found('cpuUs', 'µs of CPU'),
    },
    {
      goal: 'S1',
      what: 'overview, CPU with the database',
      limits: { better: 'lower', goal: 2, defect: 2.2 },
      ...found('bothCpuUs', 'µs of CPU'),
    },
    {
      goal: 'S2',
      what: 'overview, p99',
      limits: { better: 'lower', goal: 1.3, defect: 2 },
      ...found('p99Ms', 'ms'),
    },
  ]
}

function rowOf(name: ServerName, stretches: Stretch[], floor: Stretch[]): Row {
  const pick = (key: keyof Stretch) => stretches.map((each) => each[key])
  const against = (key: keyof Stretch) =>
    ratioOf(
      pick(key),
      floor.map((each) => each[key]),
    )
  return {
    server: name,
    'rate ×': against('perSecond'),
    'CPU ×': against('cpuUs'),
    'with database ×': against('bothCpuUs'),
    'p99 ×': against('p99Ms'),
    'requests/s': median(pick('perSecond')),
    'p50 ms': median(pick('p50Ms')),
    'p99 ms': median(pick('p99Ms')),
    'CPU µs': median(pick('cpuUs')),
    'database CPU µs': median(pick('databaseCpuUs')),
    bytes: median(pick('bytes')),
    'others, cores': median(pick('otherCores')),
  }
}
