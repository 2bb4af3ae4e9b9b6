import type { HolidayChange } from '#contract/staff-holidays.ts'
import { regions } from '#domain/region.ts'
import { choice } from '../choice.ts'
import { command, type Command } from '../command.ts'
import { table } from '../table.ts'
import { day } from '../words.ts'

const region = { name: 'region', about: `one of ${regions.join(', ')}` } as const
const date = { name: 'date', about: 'like 2027-06-14; it must lie ahead' } as const

export const holidayCommands: Command[] = [
  command({
    name: 'holidays list',
    about: 'Lists the bank holidays of a year, and the years without entries.',
    arguments: [region, { name: 'year', about: 'like 2027' }],
    examples: ['holidays list AU 2027', 'holidays list UK 2027 --json'],
    async run({ api, argument }) {
      const found = await api('GET /api/staff/holidays', {
        query: { region: choice('region', argument.region, regions), year: argument.year },
      })
      const listed = table(
        found.holidays,
        [
          { title: 'Day', value: (holiday) => day(holiday.date) },
          { title: 'Holiday', value: (holiday) => holiday.name },
        ],
        `No holidays are entered for ${found.year}.`,
      )
      const missing = found.missingYears.map(
        (year) =>
          `The holidays of ${year} are missing. Enter them with "holidays add" before families plan that far.`,
      )
      return { raw: found, text: [listed, ...missing].join('\n\n') }
    },
  }),
  command({
    name: 'holidays preview',
    about: 'Shows which payments would move if a day became a holiday, or no longer were one.',
    arguments: [region, date],
    examples: ['holidays preview AU 2027-09-22', 'holidays preview UK 2027-05-03 --json'],
    async run({ api, argument }) {
      const change = await api('GET /api/staff/holidays/preview', {
        query: { region: choice('region', argument.region, regions), date: argument.date },
      })
      const act = change.change === 'Add' ? 'Adding' : 'Removing'
      return {
        raw: change,
        text: `${act} ${day(change.date)} in ${change.region} would do this:\n${effect(change)}`,
      }
    },
  }),
  command({
    name: 'holidays add',
    about: 'Adds a bank holiday, and moves the payments that were planned for it.',
    arguments: [region, date, { name: 'name', about: 'as customers know it' }],
    isChange: true,
    warning: 'Payments of every family move with it; "holidays preview" shows which.',
    examples: [
      'holidays add AU 2027-09-22 "National Day of Mourning" --reason "Proclaimed on 12 September"',
      'holidays add UK 2027-05-10 "Coronation bank holiday" --reason "Proclaimed" --yes',
    ],
    async run({ api, argument, reason }) {
      const change = await api('POST /api/staff/holidays', {
        body: {
          region: choice('region', argument.region, regions),
          date: argument.date,
          name: argument.name,
          reason,
        },
      })
      return {
        raw: change,
        text: `${day(change.date)} is now a holiday in ${change.region}: ${change.name}.\n${effect(change)}`,
      }
    },
  }),
  command({
    name: 'holidays remove',
    about: 'Removes a future bank holiday. Payments that have not been announced move back to the day.',
    arguments: [region, date],
    isChange: true,
    warning: 'Payments of every family move with it; "holidays preview" shows which.',
    examples: [
      'holidays remove AU 2027-09-22 --reason "Typed for the wrong year"',
      'holidays remove UK 2027-05-10 --reason "Withdrawn by the government" --yes',
    ],
    async run({ api, argument, reason }) {
      const change = await api('POST /api/staff/holidays/remove', {
        body: { region: choice('region', argument.region, regions), date: argument.date, reason },
      })
      return {
        raw: change,
        text: `${day(change.date)} is no longer a holiday in ${change.region}.\n${effect(change)}`,
      }
    },
  }),
]

function effect({ instalments, accounts, from, to, announcedAnew }: HolidayChange): string {
  const planned =
    instalments === 0
      ? 'No planned payment moves.'
      : `${instalments} planned ${instalments === 1 ? 'payment' : 'payments'} of ${accounts} ${accounts === 1 ? 'account' : 'accounts'} move from ${day(from)} to ${day(to)}.`
  const announced =
    announcedAnew === 0
      ? 'Payments that were announced keep their day.'
      : `${announcedAnew} that ${announcedAnew === 1 ? 'was' : 'were'} announced cannot keep to the day; the families are told of the new one.`
  return `${planned}\n${announced}`
}
