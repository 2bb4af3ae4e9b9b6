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
    'Unannounced instalments that move: the old and new day, their number, and the number of accounts.',
    calendarDate,
  ),
  to: calendarDate,
  instalments: z.int(),
  accounts: z.int(),
  announcedAnew: described(
    'Announced instalments whose day cannot be kept: their families are notified of the new day.',
    z.int(),
  ),
})
export type HolidayChange = z.infer<typeof moved>

const day = {
  region: described('The region of the banks.', z.enum(regions)),
  date: described('The day.', calendarDate),
}

named({
  StaffHolidays: [holidays, 'The bank holidays of a year.'],
  HolidayChange: [moved, 'The effect of a changed holiday on planned payments.'],
})

export const staffHolidays = endpoints({
  'GET /api/staff/holidays': {
    summary: 'The bank holidays of a year',
    access: 'support',
    query: z.object({
      region: described('The region of the banks.', z.enum(regions)),
      year: described('A calendar year.', yearInPath),
    }),
    reply: holidays,
  },
  'GET /api/staff/holidays/preview': {
    summary:
      'Previews the payments that would move if a day became a holiday or stopped being one; nothing is changed',
    access: 'support',
    query: z.object(day),
    reply: moved,
  },
  'POST /api/staff/holidays': {
    summary: 'Adds a future holiday, and moves the payments planned for it',
    access: 'admin',
    body: change({ ...day, name: line(60) }),
    reply: moved,
  },
  'POST /api/staff/holidays/remove': {
    summary: 'Removes a future holiday; unannounced payments move back to the day',
    access: 'admin',
    body: change(day),
    reply: moved,
    refusals: ['not_found'],
  },
})
