import type { StaffSchool } from '#contract/staff-schools.ts'
import { flexibilityLimits, usualFlexibility, type Flexibility } from '#domain/plan/changes/flexibility.ts'
import type { Api } from '../api.ts'
import { choice } from '../choice.ts'
import { command, type Command } from '../command.ts'
import { OpsFailure } from '../failure.ts'
import { schoolBy } from '../lookup.ts'
import { facts } from '../table.ts'
import { yesNo } from '../words.ts'

const school = { name: 'school', about: 'its id or the beginning of its name' } as const

/** Each rule with the option that sets it, and what it is about. */
const rules = {
  moves: { rule: 'movesPerYear', about: 'moves of a payment in a school year' },
  'days-later': { rule: 'mostDaysLater', about: 'days later that a payment may be collected' },
  'most-skipped': { rule: 'mostSkipped', about: 'payments skipped at a time; 0 where families skip none' },
  skips: { rule: 'skipsPerYear', about: 'payments skipped in a school year that are granted at once' },
  'review-skips': { rule: 'reviewsMoreSkips', about: 'whether staff look at more than that' },
  'end-later': { rule: 'mayEndLater', about: 'whether skipped payments may follow after the last one' },
  'months-after': { rule: 'monthsAfterYear', about: 'months after the school year in which plans may end' },
  extra: { rule: 'mayPayExtra', about: 'whether families may pay extra' },
} as const satisfies Record<string, { rule: keyof Flexibility; about: string }>

type Name = keyof typeof rules
const names = Object.keys(rules) as Name[]

const optionOf = (name: Name) => {
  const { rule, about } = rules[name]
  const usual = usualFlexibility[rule]
  return typeof usual === 'boolean'
    ? ({ value: 'yes|no', about: `${about}; "usual" for ${yesNo(usual)}` } as const)
    : ({ value: 'number', about: `${about}, at most ${most(rule)}; "usual" for ${usual}` } as const)
}

const most = (rule: keyof Flexibility) =>
  (flexibilityLimits as Partial<Record<keyof Flexibility, number>>)[rule]

export const flexibilityCommands: Command[] = [
  command({
    name: 'schools flexibility',
    about: 'Shows what the families of a school may change of a plan that runs.',
    arguments: [school],
    examples: ['schools flexibility wattle', 'schools flexibility wattle --json'],
    async run({ api, argument }) {
      const found = await schoolOf(api, argument.school)
      return { raw: found.flexibility, text: shown(found) }
    },
  }),
  command({
    name: 'schools set-flexibility',
    about: 'Sets what the families of a school may change of a plan that runs; what is not named stays.',
    arguments: [school],
    options: Object.fromEntries(names.map((name) => [name, optionOf(name)])),
    isChange: true,
    examples: [
      'schools set-flexibility wattle --most-skipped 2 --end-later no --reason "At the wish of the bursar"',
      'schools set-flexibility wattle --moves usual --reason "New contract"',
    ],
    async run({ api, reason, argument, option }) {
      const typed = names.flatMap((name) => {
        const word = option[name]
        return typeof word === 'string' ? [[rules[name].rule, valueOf(name, word)]] : []
      })
      if (typed.length === 0)
        throw new OpsFailure(
          'usage',
          'No rule is named.',
          `Name one of ${names.map((name) => `--${name}`).join(', ')}.`,
        )
      const edited = await api('PUT /api/staff/schools/:schoolId', {
        params: { schoolId: await schoolBy(api, argument.school) },
        body: { flexibility: Object.fromEntries(typed), reason },
      })
      return { raw: edited.flexibility, text: `Set. Families see it from now on.\n\n${shown(edited)}` }
    },
  }),
]

function valueOf(name: Name, word: string): number | boolean | null {
  if (word === 'usual') return null
  if (typeof usualFlexibility[rules[name].rule] === 'boolean')
    return choice(`--${name}`, word, ['yes', 'no']) === 'yes'
  if (!/^\d{1,3}$/.test(word))
    throw new OpsFailure('usage', `--${name} cannot be "${word}".`, 'Give a number, or "usual".')
  return Number(word)
}

async function schoolOf(api: Api, text: string): Promise<StaffSchool> {
  const schoolId = await schoolBy(api, text)
  const found = (await api('GET /api/staff/schools')).find(({ id }) => id === schoolId)
  if (!found) throw new OpsFailure('refused', 'School not found.', 'See schools list.')
  return found
}

function shown({ name: schoolName, flexibility }: StaffSchool): string {
  const inWords = (value: number | boolean) => (typeof value === 'boolean' ? yesNo(value) : String(value))
  const lines = names.map((name) => {
    const { rule, about } = rules[name]
    const own = flexibility[rule]
    const text = own === null ? `${inWords(usualFlexibility[rule])}, as usual` : inWords(own)
    return [`--${name}`, `${text} (${about})`] as const
  })
  return `${schoolName}\n${facts(lines)}`
}
