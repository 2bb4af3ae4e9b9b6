import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import type { Arrangement } from '#domain/plan/changes/arrangement.ts'
import { extraOutcomes } from '#domain/plan/changes/extra.ts'
import { skipOutcomes } from '#domain/plan/changes/skip.ts'
import { openWorld } from '#tools/testing/payment-world.ts'
import { planFamily, type PlanFamily, type Step } from '#tools/testing/plan-world.ts'
import { simulationSettings } from '#tools/testing/simulation-settings.ts'

/**
 * Families that change their plans while our runs collect from them: answers are lost, processes die between any two
 * statements, and days go by. After every step the plan comes to its total, nothing is taken twice or before its day,
 * and the books are right; in the end every payment is made, or refused by the provider.
 */
const { runs, lanes: _lanes, operations: _operations, ...replay } = simulationSettings()
const world = await openWorld()
afterAll(() => world.close())

const operationsOfAFamily = 30

type Operation = { name: string; run(family: PlanFamily): Promise<void> }

const step: fc.Arbitrary<Step> = fc.record({
  answer: fc.oneof(
    { weight: 8, arbitrary: fc.constant('clear') },
    { weight: 1, arbitrary: fc.constant('lost') },
    { weight: 1, arbitrary: fc.constant('never-sent') },
  ),
  dies: fc.oneof(
    { weight: 4, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.nat({ max: 25 }) },
  ),
})
const told = ({ answer, dies }: Step) => `answer ${answer}, dies after ${dies}`

const arrangement: fc.Arbitrary<Arrangement> = fc.record({
  lower: fc.record({
    count: fc.integer({ min: 1, max: 4 }),
    amount: fc.integer({ min: 0, max: 200_00 }).map(cents),
  }),
  laterCount: fc.integer({ min: 1, max: 12 }),
})
const toldOf = ({ lower, laterCount }: Arrangement) =>
  `${lower.count} of ${lower.amount} and ${laterCount} more`

const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.nat({ max: 4 }), fc.integer({ min: -2, max: 18 }), step)
      .map(([which, days, how]) => ({
        name: `move payment no. ${which} by ${days} days, ${told(how)}`,
        run: (family: PlanFamily) => family.move(how, { which, days }),
      })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.uniqueArray(fc.nat({ max: 6 }), { minLength: 1, maxLength: 3 }),
        fc.constantFrom(...skipOutcomes),
        step,
      )
      .map(([places, outcome, how]) => ({
        name: `skip payments no. ${places.join(', ')}, ${outcome}, ${told(how)}`,
        run: (family: PlanFamily) => family.skip(how, { places, outcome }),
      })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.integer({ min: 1_00, max: 900_00 }).map(cents), fc.constantFrom(...extraOutcomes), step)
      .map(([sum, outcome, how]) => ({
        name: `pay ${sum} extra, ${outcome}, ${told(how)}`,
        run: (family: PlanFamily) => family.payExtra(how, { sum, outcome }),
      })),
  },
  {
    weight: 1,
    arbitrary: step.map((how) => ({
      name: `ask for help, ${told(how)}`,
      run: (family: PlanFamily) => family.hold(how),
    })),
  },
  {
    weight: 1,
    arbitrary: step.map((how) => ({
      name: `withdraw what was asked, ${told(how)}`,
      run: (family: PlanFamily) => family.endHold(how),
    })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(arrangement, step).map(([proposed, how]) => ({
      name: `propose ${toldOf(proposed)}, ${told(how)}`,
      run: (family: PlanFamily) => family.propose(how, proposed),
    })),
  },
  {
    // The whole way at once, which chance alone would seldom find.
    weight: 1,
    arbitrary: fc.tuple(arrangement, step, step).map(([proposed, asking, accepting]) => ({
      name: `ask for help (${told(asking)}), propose ${toldOf(proposed)} and accept it (${told(accepting)})`,
      run: async (family: PlanFamily) => {
        await family.hold(asking)
        await family.propose({ answer: 'clear', dies: undefined }, proposed)
        await family.accept(accepting)
      },
    })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom('accept', 'askForAnother', 'decline'), step).map(([what, how]) => ({
      name: `${what} what was proposed, ${told(how)}`,
      run: (family: PlanFamily) => family[what](how),
    })),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.nat({ max: 4 }), fc.nat({ max: 2 }), step).map(([which, source, how]) => ({
      name: `take payment no. ${which} from method no. ${source}, ${told(how)}`,
      run: (family: PlanFamily) => family.chooseMethod(how, { which, source }),
    })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.nat({ max: 3 }), fc.integer({ min: 0, max: 15 }), step)
      .map(([which, days, how]) => ({
        name: `try failed payment no. ${which} in ${days} days, ${told(how)}`,
        run: (family: PlanFamily) => family.moveFailed(how, { which, days }),
      })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 2 }), step).map(([which, source, how]) => ({
      name: `pay failed payment no. ${which} from method no. ${source}, ${told(how)}`,
      run: (family: PlanFamily) => family.payFailedFrom(how, { which, source }),
    })),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.nat({ max: 3 }), step).map(([which, how]) => ({
      name: `undo change no. ${which}, ${told(how)}`,
      run: (family: PlanFamily) => family.undo(how, { which }),
    })),
  },
  {
    weight: 6,
    arbitrary: step.map((how) => ({
      name: `run the repayments, ${told(how)}`,
      run: (family: PlanFamily) => family.run(how),
    })),
  },
  {
    weight: 5,
    arbitrary: fc.integer({ min: 1, max: 4 }).map((days) => ({
      name: `${days} days pass`,
      run: (family: PlanFamily) => family.pass(days),
    })),
  },
)

it(
  `a plan comes to its total and is collected once, whatever a family changes and whatever goes wrong`,
  { timeout: 3_600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.array(operation, { minLength: operationsOfAFamily, maxLength: operationsOfAFamily, size: 'max' }),
        async (paysByCard, steps) => {
          const family = await planFamily(world, { paysByCard })
          const before = await family.total()
          for (const each of steps) {
            await each.run(family)
            expect(await family.planViolations(), each.name).toEqual([])
            expect(await family.violations(), each.name).toEqual([])
          }
          await family.calmDown()
          expect(await family.planViolations()).toEqual([])
          expect(await family.violations()).toEqual([])
          expect(await family.differences()).toEqual([])
          // What the provider has refused is overdue, and the family's to pay; all the rest is paid.
          expect(await family.total()).toEqual({ total: before?.total, paidOrOverdue: before?.total })
          await family.leave()
        },
      ),
      {
        numRuns: Math.ceil(runs / 2),
        ...replay,
        reporter: (details) => {
          if (!details.failed) return
          const shown = details.counterexample?.[1].map(({ name }) => name)
          throw new Error(
            `SIM_SEED=${details.seed} SIM_PATH=${details.counterexamplePath} shows it:\n${shown?.join('\n')}\n${String(details.errorInstance)}`,
          )
        },
      },
    )
  },
)
