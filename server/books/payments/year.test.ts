import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { isLong } from '#tools/testing/long.ts'
import { itLong } from '#tools/testing/long-tests.ts'
import { openYear } from '#tools/testing/year-world.ts'

/**
 * Families who live through a year in which everything goes wrong: they pay in every way, change their plans, ask for
 * help, get money back and dispute it, while banks take days, answers get lost, webhooks come in any order and our
 * processes die or work side by side. After each step a model from outside says what may have been taken from whom and
 * given to which school. In the end nothing may be left unknown, reserved or forgotten. A failure prints its seed and
 * commit: `SIM_SEED` replays it, `SIM_DAYS` and `SIM_FAMILIES` set the size, and `SIM_COUNTS=1` prints what was done.
 */
const { SIM_SEED, SIM_DAYS, SIM_FAMILIES, SIM_COUNTS } = process.env
const lanes = SIM_SEED === undefined && isLong ? 4 : 1
const families = Number(SIM_FAMILIES ?? (isLong ? 17 : 6))
const days = Number(SIM_DAYS ?? (isLong ? 295 : 40))
const firstSeed = Number(SIM_SEED ?? Math.floor(Math.random() * 2 ** 31))

type Year = Parameters<typeof openYear>[0] & { days: number; calmDays: number }

it(
  `nothing is taken, kept or passed on wrongly on ${lanes * families * days} days of families`,
  { timeout: 3_600_000 },
  async () => {
    await Promise.all(
      Array.from({ length: lanes }, (_, lane) =>
        liveThrough({ seed: firstSeed + lane, families, days, calmDays: isLong ? 40 : 20 }),
      ),
    )
  },
)

const before = (what: string, table: string, change: string) => [
  `create function tamper_${table}() returns trigger language plpgsql as $$ begin ${change} return new; end $$`,
  `create trigger a_tamper before ${what} on ${table} for each row execute function tamper_${table}()`,
]

/** Each rule, broken on purpose: the year must find it. */
itLong.each([
  [
    'fees go to the school',
    /schools/,
    [
      'alter table charge drop constraint charge_fee_is_ours',
      ...before(
        'insert',
        'charge',
        `if new.kind = 'Fee' then
          new.payee_id := (select institution_id from account where id = new.account_id); end if;`,
      ),
    ],
  ],
  [
    'a school gets the same payment every day',
    /they got/,
    [
      ...before('update', 'charge', 'new.passed_on_minor := 0;'),
      ...before('update', 'cover', 'new.is_passed_on := false;'),
    ],
  ],
  [
    'more is taken than was announced',
    /was taken, and \d+ announced/,
    before(
      'insert',
      'payment',
      `if new.kind = 'Instalment' then new.surcharge_minor := new.surcharge_minor + 500; end if;`,
    ),
  ],
  [
    'debits do not wait for their letters',
    /announced on|told of it/,
    before(
      'update',
      'charge',
      'if new.notice_id is not null then new.noticed_on := new.noticed_on - 9; new.notice_id := null; end if;',
    ),
  ],
] as const)('the year finds it when %s', { timeout: 600_000 }, async (_, message, tampering) => {
  await expect(
    liveThrough({ seed: firstSeed, families: 6, days: 60, calmDays: 0, tampering }),
  ).rejects.toThrow(message)
})

async function liveThrough({ days: length, calmDays, ...size }: Year) {
  const { seed } = size
  const year = await openYear(size)
  try {
    await year.live(length)
    await year.calmDown(calmDays)
  } catch (error) {
    const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
    const replay = `SIM_SEED=${seed} SIM_FAMILIES=${size.families} SIM_DAYS=${length}`
    const last = year.story.slice(-40).join('\n')
    throw new Error(`${replay} at ${commit}, on ${year.today()}:\n${last}\n${String(error)}`, {
      cause: error,
    })
  } finally {
    if (SIM_COUNTS) console.log(seed, year.today(), await year.digest(), year.counts().join('\n'))
    await year.close()
  }
}
