import { queryRows } from '../postgres/databases.ts'
import { atMost, median, shown } from './goal.ts'
import type { Bench, Outcome, Part } from './part.ts'
import { startServing } from './serving.ts'

const people = 200

export const enumeration: Part = {
  name: 'enumeration',
  measures: `whether ${people} customers can be told from ${people} strangers by the answers of the log-in`,
  run,
}

const calls = [
  ['send-otp', {}],
  ['otp-login', { otp: '1' }],
  ['email-login', {}],
] as const

type Answers = { times: number[]; shapes: Set<string> }

async function run(bench: Bench): Promise<Outcome> {
  const families = await bench.families()
  const serving = await startServing('larkwell', bench, families)
  const known = await customers(families.databaseUrl)
  const outcome: Outcome = { findings: [], rows: [] }
  for (const [call, rest] of calls) {
    const [customer, stranger] = [newAnswers(), newAnswers()]
    for (let round = 0; round <= bench.rounds(2); round += 1) {
      await forgetTries(families.databaseUrl)
      // One after the other in turns, so that whatever else the machine does falls on both alike.
      for (const email of known) {
        const pair = [
          [customer, email],
          [stranger, `not.${email}`],
        ] as const
        for (const [answers, each] of round % 2 ? pair : pair.toReversed()) {
          const answer = await post(`${serving.url}/api/auth/customer/${call}`, { email: each, ...rest })
          answers.shapes.add(answer.shape)
          // The first round warms up.
          if (round > 0) answers.times.push(answer.ms)
        }
      }
    }
    const [mine, theirs] = [median(customer.times), median(stranger.times)]
    const isAlike = [...customer.shapes].toSorted().join() === [...stranger.shapes].toSorted().join()
    const apart = isAlike ? Math.abs(mine - theirs) : Infinity
    outcome.findings.push({
      ...atMost('W6', `${call}, medians apart`, apart, 'ms', { goal: 5, defect: 5 }),
      figures: isAlike
        ? `${shown(mine)} against ${shown(theirs)} ms`
        : 'the answers differ in status, keys or size',
    })
    outcome.rows.push({ call, 'status keys size': [...customer.shapes].toSorted().join(' | ') })
  }
  await serving.stop()
  return outcome
}

const newAnswers = (): Answers => ({ times: [], shapes: new Set() })

async function post(url: string, body: object): Promise<{ ms: number; shape: string }> {
  const startedAt = performance.now()
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await reply.text()
  const ms = performance.now() - startedAt
  const keys = Object.keys(JSON.parse(text) as object)
  return { ms, shape: `${reply.status} ${keys.join()} ${text.length}` }
}

async function customers(databaseUrl: string): Promise<string[]> {
  const rows = await queryRows<{ email: string }>(
    databaseUrl,
    `select email from customer where status = 'Active' order by md5(email) limit ${people}`,
  )
  return rows.map(({ email }) => email)
}

/** Half a minute between two codes would be most of the measurement. */
const forgetTries = (databaseUrl: string) => queryRows(databaseUrl, 'delete from rate_limit')
