import { fileCommand } from '../call-command.ts'
import { callCommand } from '../call-command.ts'
import { frequencyWord, tuitionYearName } from '#domain/plan/payment-schedule.ts'
import type { Command } from '../command.ts'
import { facts, table } from '../table.ts'
import { day, money } from '../words.ts'

const filter = { only: { field: 'filter' }, text: 'the beginning of a family’s name or short id' }

export const schoolStandingCommands: Command[] = [
  callCommand({
    name: 'schools standing',
    about:
      'Lists the schools with their families, how many are set up, what was collected and what is overdue.',
    call: 'GET /api/staff/school-standing',
    examples: ['schools standing'],
    text: (schools) =>
      table(schools, [
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
      ]),
  }),
  callCommand({
    name: 'schools set-up',
    about: 'Shows how far the families of a school are with setting up the year.',
    call: 'GET /api/staff/schools/:schoolId/standing',
    examples: ['schools set-up wattle'],
    text: (standing) => {
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
      return text
    },
  }),
  callCommand({
    name: 'schools families',
    about: 'Lists the families of a school, a page at a time.',
    call: 'GET /api/staff/schools/:schoolId/families',
    options: { ...filter, after: 'the short id of the last one of the page before', limit: {} },
    examples: ['schools families wattle', 'schools families wattle --only NotReady --limit 200'],
    text: (families) =>
      table(families, [
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
      ]),
  }),
  fileCommand({
    name: 'schools families-file',
    about: 'Saves the families of a school as a file for spreadsheets.',
    call: 'GET /api/staff/schools/:schoolId/families/file',
    options: filter,
    examples: ['schools families-file wattle --only Overdue --to overdue.csv'],
  }),
]
