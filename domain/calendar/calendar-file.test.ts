import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calendarEvents, calendarText, readCalendar } from '#tools/testing/read-calendar.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { addDays, calendarDate, formatDateWithDay, formatDayOfMonth } from './calendar.ts'
import { calendarFile, dueNote, paymentEvent, type CalendarEvent } from './calendar-file.ts'

const stamp = new Date('2027-01-18T02:03:04.567Z')

const event = (changes: Partial<CalendarEvent> = {}): CalendarEvent => ({
  uid: 'a-1-larkwell',
  date: calendarDate('2027-01-22'),
  summary: 'School fees',
  description: '',
  ...changes,
})

describe('A calendar file', () => {
  it('is a valid iCalendar file, byte for byte', () => {
    const events = [event({ description: 'One, two; three\nfour', hasReminder: true })]
    expect(calendarFile({ name: 'School fees', events, stamp }).split('\r\n')).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Larkwell//Payment plan//EN',
      'CALSCALE:GREGORIAN',
      'NAME:School fees',
      'X-WR-CALNAME:School fees',
      'BEGIN:VEVENT',
      'UID:a-1-larkwell',
      'DTSTAMP:20270118T020304Z',
      'LAST-MODIFIED:20270118T020304Z',
      'SEQUENCE:0',
      'DTSTART;VALUE=DATE:20270122',
      'DTEND;VALUE=DATE:20270123',
      'SUMMARY:School fees',
      'DESCRIPTION:One\\, two\\; three\\nfour',
      'TRANSP:TRANSPARENT',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'DESCRIPTION:School fees',
      'TRIGGER:-PT15H',
      'END:VALARM',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ])
  })

  it('says how often to refresh a subscribed file, and when each event was changed', () => {
    const changedAt = new Date('2027-01-02T00:00:00Z')
    const events = [event({ sequence: 7, changedAt })]
    const calendar = readCalendar(calendarFile({ name: 'n', events, stamp, refreshHours: 6 }))
    expect(calendar.lines.get('REFRESH-INTERVAL;VALUE=DURATION')).toBe('PT6H')
    const [{ lines } = calendar] = calendar.parts
    const said = ['DTSTAMP', 'LAST-MODIFIED', 'SEQUENCE'].map((name) => lines.get(name))
    expect(said).toEqual(['20270102T000000Z', '20270102T000000Z', '7'])
  })

  it('round-trips every name and text, whatever its length and content', () => {
    const marks = ['a', ',', ';', '\\', '\n', '\r', 'n', ':', '"', ' ', 'é', '中', '👩‍👧', '🦜', '\u0007']
    const words = fc.array(fc.constantFrom(...marks), { maxLength: 200 }).map((letters) => letters.join(''))
    // A calendar cannot show invisible characters.
    const seen = (written: string) => written.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\n\t]/gu, '')
    const day = fc.integer({ min: 0, max: 4000 }).map((days) => addDays(calendarDate('2025-01-01'), days))
    const events = fc.array(
      fc.record({ uid: fc.uuid(), date: day, summary: words, description: words, hasReminder: fc.boolean() }),
      { maxLength: 4 },
    )
    fc.assert(
      fc.property(words, events, (name, all) => {
        const file = calendarFile({ name, events: all, stamp })
        expect(calendarText(readCalendar(file).lines.get('X-WR-CALNAME'))).toBe(seen(name))
        const back = calendarEvents(file).map(({ uid, date, summary, description, hasReminder }) => ({
          uid,
          date,
          summary,
          description,
          hasReminder,
        }))
        expect(back).toEqual(
          all.map((each) => ({
            ...each,
            summary: seen(each.summary),
            description: seen(each.description),
          })),
        )
      }),
    )
  })

  it('handles half a surrogate pair', () => {
    expect(calendarFile({ name: 'a\ud800b', events: [], stamp })).toContain('NAME:a\ufffdb')
  })
})

const plan = {
  key: 'p1',
  calendar: calendars.AU,
  schoolName: 'St Mary, Kew',
  planYear: 2027,
  count: 24,
}
const payment = {
  date: calendarDate('2027-03-30'),
  dueDate: calendarDate('2027-03-26'),
  amount: 452.1,
  status: 'ToCome',
} as const
const moved = 'Moved: due Fri 26 March, Good Friday.'

describe('A payment in a calendar', () => {
  it('has its date, its amount, the school and why it moved', () => {
    expect(paymentEvent(payment, 5, plan)).toEqual({
      uid: 'p1-5-larkwell',
      date: '2027-03-30',
      summary: 'School fees: $452.10 (St Mary, Kew)',
      description: `Payment 5 of 24 of your 2027 payment plan.\n${moved}`,
      hasReminder: true,
    })
  })

  it.each([
    [{ status: 'Paid', settled: 452.1 }, '2027-03-30', 'Paid.'],
    [{ status: 'Pending' }, '2027-03-30', 'In progress.'],
    [{ status: 'Failed' }, '2027-03-30', 'It did not go through.'],
    [
      { status: 'Failed', date: calendarDate('2027-04-02'), retryOn: calendarDate('2027-04-02') },
      '2027-04-02',
      'It did not go through. We try again on this day.',
    ],
    [{ settled: 52.1 }, '2027-03-30', '$52.10 of it is paid already, and only the rest is collected.'],
  ] as const)('with status %j is on %s and says so', (changes, date, sentence) => {
    const shown = paymentEvent({ ...payment, ...changes }, 5, plan)
    expect([shown.date, shown.description.split('\n')[2]]).toEqual([date, sentence])
  })

  it('says what the whole day comes to where another plan is collected on it', () => {
    const { summary, description } = paymentEvent({ ...payment, dayTotal: 1269.19 }, 5, plan)
    expect(summary).toBe('School fees: $452.10 of $1,269.19 (St Mary, Kew)')
    expect(description).toContain('Another plan is collected on this day too: $1,269.19 in all.')
  })

  it.each([
    ['is to come', { status: 'ToCome' }, true],
    ['is the next', { status: 'Next' }, true],
    ['failed and is tried again', { status: 'Failed', retryOn: calendarDate('2027-04-02') }, true],
    ['failed for good', { status: 'Failed' }, false],
    ['is under way', { status: 'Pending' }, false],
    ['is paid', { status: 'Paid' }, false],
  ] as const)('that %s has a reminder: %j, %s', (_, changes, hasReminder) => {
    expect(paymentEvent({ ...payment, ...changes }, 5, plan).hasReminder).toBe(hasReminder)
  })
})

it.each([
  ['AU', '2027-03-26', '2027-03-30', 'due Fri 26 March, Good Friday'],
  ['UK', '2027-05-03', '2027-05-04', 'due Mon 3 May, Early May bank holiday'],
  ['AU', '2027-01-30', '2027-02-01', 'due Sat 30 January, weekend'],
  ['AU', '2027-02-03', '2027-02-04', 'due Wed 3 February'],
  ['AU', '2023-01-28', '2023-01-30', 'due Sat 28 January'],
  ['AU', '2027-02-03', '2027-02-03', undefined],
] as const)('in %s due on %s and collected on %s has the note: %s', (region, due, date, note) => {
  expect(dueNote(calendarDate(due), calendarDate(date), calendars[region])).toBe(note)
})

it('a payment that the family moved says from which day', () => {
  const [due, date] = [calendarDate('2027-03-26'), calendarDate('2027-04-02')]
  const movedFrom = calendarDate('2027-03-30')
  expect(dueNote(due, date, calendars.AU, movedFrom)).toBe('moved from Tue 30 March')
  const event = paymentEvent({ date, dueDate: due, movedFrom, amount: 10, status: 'ToCome' }, 1, {
    key: 'plan',
    calendar: calendars.AU,
    schoolName: 'Wattle Grove College',
    planYear: 2027,
    count: 2,
  })
  expect(event.description).toContain('Moved from Tue 30 March at your request.')
})

it('a date includes its weekday', () => {
  expect(formatDateWithDay('2027-01-22')).toBe('Fri 22 January 2027')
  expect(formatDayOfMonth('2027-01-24')).toBe('Sun 24 January')
  expect(formatDateWithDay('2027-02-30')).toBe('Invalid date')
})
