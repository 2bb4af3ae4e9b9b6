import * as z from 'zod/mini'
import { regions } from '#domain/region.ts'
import { described, named } from './documented.ts'
import { endpoints } from './endpoint.ts'
import { change } from './staff-wire.ts'
import { calendarDate, holiday, line, year, yearInPath } from './wire.ts'

const holidays = z.object({
  region: z.enum(regions),
  year,
  holidays: z.array(holiday),
  missingYears: described('Years up to two ahead whose holidays have not all been entered.', z.array(year)),
})
export type StaffHolidays = z.infer<typeof holidays>

const moved = z.object({
  region: z.enum(regions),
  date: calendarDate,
  name: z.string(),
  change: z.enum(['Add', 'Remove']),
  from: described(
    'Instalments that nobody has been told of: from which day to which, how many, of how many accounts.',
    calendarDate,
  ),
  to: calendarDate,
  instalments: z.int(),
  accounts: z.int(),
  announcedAnew: described(
    'Instalments that were announced for a day that cannot be kept: their families are told of the new day.',
    z.int(),
  ),
})
export type HolidayChange = z.infer<typeof moved>

const day = { region: described('Whose banks.', z.enum(regions)), date: described('The day.', calendarDate) }

named({
  StaffHolidays: [holidays, 'The bank holidays of a year.'],
  HolidayChange: [moved, 'What a changed holiday does to payments that are planned.'],
})

export const staffHolidays = endpoints({
  'GET /api/staff/holidays': {
    summary: 'The weekdays of a year on which banks do not clear',
    access: 'staff',
    role: 'support',
    query: z.object({
      region: described('Whose banks.', z.enum(regions)),
      year: described('A calendar year.', yearInPath),
    }),
    reply: holidays,
  },
  'GET /api/staff/holidays/preview': {
    summary: 'What would move if a day became a holiday, or no longer were one; nothing is changed',
    access: 'staff',
    role: 'support',
    query: z.object(day),
    reply: moved,
  },
  'POST /api/staff/holidays': {
    summary: 'Adds a holiday that lies ahead, and moves the payments that were planned for it',
    access: 'staff',
    role: 'admin',
    body: change({ ...day, name: line(60) }),
    reply: moved,
  },
  'POST /api/staff/holidays/remove': {
    summary: 'Removes a holiday that lies ahead; payments that nobody was told of come back to the day',
    access: 'staff',
    role: 'admin',
    body: change(day),
    reply: moved,
    refusals: ['not_found'],
  },
})
