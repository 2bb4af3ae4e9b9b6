import { callCommand } from '../call-command.ts'
import type { HolidayChange } from '#contract/staff-holidays.ts'
import type { Command } from '../command.ts'
import { table } from '../table.ts'
import { day } from '../words.ts'

export const holidayCommands: Command[] = [
  callCommand({
    name: 'holidays list',
    about: 'Lists the bank holidays of a year, and the years without entries.',
    call: 'GET /api/staff/holidays',
    arguments: { region: {}, year: 'like 2027' },
    examples: ['holidays list AU 2027'],
    text: (found) => {
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
      return [listed, ...missing].join('\n\n')
    },
  }),
  callCommand({
    name: 'holidays preview',
    about: 'Shows which payments would move if a day became a holiday, or no longer were one.',
    call: 'GET /api/staff/holidays/preview',
    arguments: { region: {}, date: 'like 2027-06-14; it must be in the future' },
    examples: ['holidays preview AU 2027-09-22'],
    text: (change) => {
      const act = change.change === 'Add' ? 'Adding' : 'Removing'
      return `${act} ${day(change.date)} in ${change.region} would do this:\n${effect(change)}`
    },
  }),
  callCommand({
    name: 'holidays add',
    about: 'Adds a bank holiday, and moves the payments that were planned for it.',
    call: 'POST /api/staff/holidays',
    arguments: {
      region: {},
      date: 'like 2027-06-14; it must be in the future',
      name: 'as customers know it',
    },
    warning: 'Payments of every family move with it; "holidays preview" shows which.',
    examples: ['holidays add AU 2027-09-22 "National Day of Mourning" --reason "Proclaimed on 12 September"'],
    text: (change) =>
      `${day(change.date)} is now a holiday in ${change.region}: ${change.name}.\n${effect(change)}`,
  }),
  callCommand({
    name: 'holidays remove',
    about: 'Removes a future bank holiday. Payments that have not been announced move back to the day.',
    call: 'POST /api/staff/holidays/remove',
    arguments: { region: {}, date: 'like 2027-06-14; it must be in the future' },
    warning: 'Payments of every family move with it; "holidays preview" shows which.',
    examples: ['holidays remove AU 2027-09-22 --reason "Typed for the wrong year"'],
    text: (change) => `${day(change.date)} is no longer a holiday in ${change.region}.\n${effect(change)}`,
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
      : `${announcedAnew} that ${announcedAnew === 1 ? 'was' : 'were'} announced cannot keep to the day; the families are notified of the new one.`
  return `${planned}\n${announced}`
}
