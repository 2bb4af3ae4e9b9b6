import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import { simulationSettings } from '#tools/testing/simulation-settings.ts'
import { openWorld, type World } from '#tools/testing/payment-world.ts'

/**
 * Payments in a world where everything goes wrong: answers are lost, processes die between any two statements,
 * webhooks come late, twice, in any order or never, people refund and dispute. After every step the books must be
 * right; when the world has calmed down, every payment must have found its end, and the provider's books must be the
 * same as ours. A failure prints its seed and path, with which it can be replayed.
 */
const { lanes, runs, operations, ...replay } = simulationSettings()
const worlds = await Promise.all(Array.from({ length: lanes }, openWorld))
afterAll(() => Promise.all(worlds.map((world) => world.close())))

// Stripe's client writes down the way to each of its calls, which takes a seventh of the time. A replay shows it.
const frames = Error.stackTraceLimit
if (replay.seed === undefined) Error.stackTraceLimit = 1
afterAll(() => {
  Error.stackTraceLimit = frames
})

type Operation = { name: string; run(family: Family): Promise<void> }
type Family = Awaited<ReturnType<World['family']>>

const amount = fc.integer({ min: 100, max: 50_000 }).map(cents)
const pick = fc.nat({ max: 1000 })
const answers = fc.oneof(
  { weight: 6, arbitrary: fc.constant('clear') },
  { weight: 1, arbitrary: fc.constant('lost') },
  { weight: 1, arbitrary: fc.constant('never-sent') },
  { weight: 1, arbitrary: fc.constant('failure') },
)
/** After how many statements the process dies; none means that it lives. */
const death = fc.oneof(
  { weight: 5, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.nat({ max: 5 }) },
)

const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.tuple(amount, pick, answers, death).map(([sum, source, answer, dies]) => ({
      name: `pay ${sum} with source ${source}, answer ${answer}, dies after ${dies}`,
      run: (family: Family) => family.pay({ sum, source, answer, dies }),
    })),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(pick, answers, death).map(([which, answer, dies]) => ({
      name: `pay no. ${which} again, answer ${answer}, dies after ${dies}`,
      run: (family: Family) => family.payAgain({ which, answer, dies }),
    })),
  },
  {
    weight: 6,
    arbitrary: fc.tuple(pick, fc.boolean(), death).map(([which, twice, dies]) => ({
      name: `webhook no. ${which}${twice ? ' twice' : ''}, dies after ${dies}`,
      run: (family: Family) => family.deliver({ which, twice, dies }),
    })),
  },
  {
    weight: 1,
    arbitrary: pick.map((which) => ({
      name: `lose webhook no. ${which}`,
      run: (family: Family) => family.lose(which),
    })),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.constantFrom(1, 5, 60, 24 * 60, 6 * 24 * 60), death).map(([minutes, dies]) => ({
      name: `${minutes} minutes pass and the janitor comes, dies after ${dies}`,
      run: (family: Family) => family.janitor({ minutes, dies }),
    })),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(pick, fc.integer({ min: 1, max: 100 })).map(([which, percent]) => ({
      name: `refund ${percent}% of what is left of charge no. ${which}`,
      run: (family: Family) => family.refund({ which, percent }),
    })),
  },
  {
    weight: 1,
    arbitrary: pick.map((which) => ({
      name: `dispute charge no. ${which}`,
      run: (family: Family) => family.dispute(which),
    })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(pick, fc.constantFrom('won' as const, 'lost' as const)).map(([which, outcome]) => ({
      name: `dispute no. ${which} is ${outcome}`,
      run: (family: Family) => family.closeDispute({ which, outcome }),
    })),
  },
)

it(
  `the books are right after each of ${lanes * runs * operations} operations, whatever goes wrong`,
  { timeout: 3_600_000 },
  async () => {
    const lane = (world: World, place: number) =>
      fc.assert(
        fc.asyncProperty(
          fc.array(operation, { minLength: operations, maxLength: operations, size: 'max' }),
          async (steps) => {
            const family = await world.family()
            for (const step of steps) {
              await step.run(family)
              expect(await family.violations(), step.name).toEqual([])
            }
            await family.calmDown()
            expect(await family.violations()).toEqual([])
            expect(await family.unsettled()).toEqual([])
            expect(await family.differences()).toEqual([])
            family.close()
          },
        ),
        {
          numRuns: runs,
          ...replay,
          seed: replay.seed ?? Date.now() + place,
          reporter: (details) => {
            if (!details.failed) return
            const shown = details.counterexample?.[0].map(({ name }) => name)
            throw new Error(
              `SIM_SEED=${details.seed} SIM_PATH=${details.counterexamplePath} shows it:\n${shown?.join('\n')}\n${String(details.errorInstance)}`,
            )
          },
        },
      )
    await Promise.all(worlds.map(lane))
  },
)
