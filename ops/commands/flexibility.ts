import type { StaffSchool } from '#contract/staff-schools.ts'
import { flexibilityLimits, usualFlexibility, type Flexibility } from '#domain/plan/changes/flexibility.ts'
import { callCommand } from '../call-command.ts'
import { command, type Command } from '../command.ts'
import { schoolNamed } from '../lookup.ts'
import { facts } from '../table.ts'
import { yesNo } from '../words.ts'

/** Each rule with the option that sets it, and what it is about. */
const rules = {
  moves: { rule: 'movesPerYear', about: 'moves of a payment in a school year' },
  'days-later': { rule: 'mostDaysLater', about: 'days later that a payment may be collected' },
  'most-skipped': { rule: 'mostSkipped', about: 'payments skipped at a time; 0 where families skip none' },
  skips: { rule: 'skipsPerYear', about: 'payments skipped in a school year that are granted immediately' },
  'review-skips': { rule: 'reviewsMoreSkips', about: 'whether staff look at more than that' },
  'end-later': { rule: 'mayEndLater', about: 'whether skipped payments may follow after the last one' },
  'months-after': { rule: 'monthsAfterYear', about: 'months after the school year in which plans may end' },
  extra: { rule: 'mayPayExtra', about: 'whether families may pay extra' },
} as const satisfies Record<string, { rule: keyof Flexibility; about: string }>

const limits: Partial<Record<keyof Flexibility, number>> = flexibilityLimits

export const flexibilityCommands: Command[] = [
  command({
    name: 'schools flexibility',
    about: 'Shows what the families of a school may change in a current plan.',
    arguments: [{ name: 'school', about: 'its id or the beginning of its name' }],
    examples: ['schools flexibility wattle'],
    async run({ api, argument }) {
      const school = await schoolNamed(api, argument.school)
      return { raw: school.flexibility, text: flexibilityFacts(school) }
    },
  }),
  callCommand({
    name: 'schools set-flexibility',
    about: 'Sets what the families of a school may change in a current plan; what is not named stays.',
    call: 'PUT /api/staff/schools/:schoolId',
    options: Object.fromEntries(
      Object.entries(rules).map(([name, { rule, about }]) => {
        const most = limits[rule] === undefined ? '' : `, at most ${limits[rule]}`
        const usual = `${about}${most}; "usual" for ${formatted(usualFlexibility[rule])}`
        return [name, { field: `flexibility.${rule}`, about: usual, nullWord: 'usual' }]
      }),
    ),
    examples: [
      'schools set-flexibility wattle --most-skipped 2 --end-later no --reason "At the request of the bursar"',
      'schools set-flexibility wattle --moves usual --reason "New contract"',
    ],
    text: (school) => `Set. Families see it from now on.\n\n${flexibilityFacts(school)}`,
  }),
]

function flexibilityFacts({ name: schoolName, flexibility }: StaffSchool): string {
  const lines = Object.entries(rules).map(([name, { rule, about }]) => {
    const own = flexibility[rule]
    const text = own === null ? `${formatted(usualFlexibility[rule])}, as usual` : formatted(own)
    return [`--${name}`, `${text} (${about})`] as const
  })
  return `${schoolName}\n${facts(lines)}`
}

function formatted(value: number | boolean): string {
  return typeof value === 'boolean' ? yesNo(value) : String(value)
}
