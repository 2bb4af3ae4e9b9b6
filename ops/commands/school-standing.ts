import { frequencyWord, tuitionYearName } from '#domain/plan/payment-schedule.ts'
import { choice } from '../choice.ts'
import { command, type Command } from '../command.ts'
import { schoolBy } from '../lookup.ts'
import { saveOptions } from '../save-file.ts'
import { facts, table } from '../table.ts'
import { day, money } from '../words.ts'

const school = { name: 'school', about: 'its id or the beginning of its name' } as const
const filters = ['All', 'NotReady', 'InReview', 'Overdue', 'TwoPayers'] as const
const filterOption = {
  only: { value: 'filter', about: `one of ${filters.join(', ')}; all by default` },
  text: { value: 'text', about: 'the beginning of a family’s name or short id' },
} as const

export const schoolStandingCommands: Command[] = [
  command({
    name: 'schools standing',
    about:
      'Lists the schools with their families, how many are set up, what was collected and what is overdue.',
    examples: ['schools standing', 'schools standing --json'],
    async run({ api }) {
      const schools = await api('GET /api/staff/school-standing')
      const text = table(schools, [
        { title: 'Name', value: ({ name }) => name },
        { title: 'Year', value: ({ year, region }) => tuitionYearName(year, region) },
        { title: 'Families', value: ({ families }) => families, alignRight: true },
        { title: 'Ready', value: ({ ready }) => ready, alignRight: true },
        { title: 'Fees', value: ({ hasFees }) => (hasFees ? 'written' : 'missing') },
        {
          title: 'This month',
          value: ({ collected, region }) => money(collected, region),
          alignRight: true,
        },
        { title: 'Overdue', value: ({ overdue, region }) => money(overdue, region), alignRight: true },
        { title: 'Next remittance', value: ({ nextRemittanceOn }) => day(nextRemittanceOn) },
      ])
      return { raw: schools, text }
    },
  }),
  command({
    name: 'schools set-up',
    about: 'Shows how far the families of a school are with setting up the year.',
    arguments: [school],
    examples: ['schools set-up wattle', 'schools set-up wattle --json'],
    async run({ api, argument }) {
      const schoolId = await schoolBy(api, argument.school)
      const standing = await api('GET /api/staff/schools/:schoolId/standing', { params: { schoolId } })
      const { steps, waiting } = standing
      const text = facts([
        ['Year', tuitionYearName(standing.year, standing.region)],
        ['Families', steps.Account],
        ['Students', standing.students],
        ['Begun', steps.Begun],
        ['Plan saved', steps.PlanSaved],
        ['Method added', steps.MethodAdded],
        ['Ready', steps.Ready],
        ['In review', waiting.InReview],
        ['To prove who they are', waiting.Identity],
      ])
      return { raw: standing, text }
    },
  }),
  command({
    name: 'schools families',
    about: 'Lists the families of a school, a page at a time.',
    arguments: [school],
    options: {
      ...filterOption,
      after: { value: 'short-id', about: 'the last one of the page before' },
      limit: { value: 'count', about: 'how many, at most 200; 50 by default' },
    },
    examples: ['schools families wattle', 'schools families wattle --only NotReady --limit 200'],
    async run({ api, argument, option }) {
      const families = await api('GET /api/staff/schools/:schoolId/families', {
        params: { schoolId: await schoolBy(api, argument.school) },
        query: {
          filter: option.only === undefined ? undefined : choice('--only', option.only, filters),
          text: option.text,
          after: option.after,
          limit: option.limit,
        },
      })
      const text = table(families, [
        { title: 'Account', value: ({ shortId }) => shortId },
        { title: 'Family', value: ({ familyName }) => familyName },
        { title: 'Set-up', value: ({ setUp }) => setUp },
        {
          title: 'Plan',
          value: ({ plan }) => plan && `${frequencyWord(plan.frequency)}, ${plan.paid} of ${plan.payments}`,
        },
        {
          title: 'Overdue',
          value: ({ overdue }) => (overdue > 0 ? overdue.toFixed(2) : ''),
          alignRight: true,
        },
        { title: 'Method', value: ({ methodName }) => methodName },
        { title: 'Students', value: ({ students }) => students.map(({ firstName }) => firstName).join(', ') },
      ])
      return { raw: families, text }
    },
  }),
  command({
    name: 'schools families-file',
    about: 'Saves the families of a school as a file for spreadsheets.',
    arguments: [school],
    options: { ...filterOption, ...saveOptions },
    examples: [
      'schools families-file wattle',
      'schools families-file wattle --only Overdue --to overdue.csv',
    ],
    async run({ api, argument, option, save }) {
      const file = await api('GET /api/staff/schools/:schoolId/families/file', {
        params: { schoolId: await schoolBy(api, argument.school) },
        query: {
          filter: option.only === undefined ? undefined : choice('--only', option.only, filters),
          text: option.text,
        },
      })
      return save(file, option)
    },
  }),
]
