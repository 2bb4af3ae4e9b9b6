export type CalendarPart = { name: string; lines: Map<string, string>; parts: CalendarPart[] }

const longestLine = 75

/** Reads a calendar file as a strict program does: what RFC 5545 forbids is an error. */
export function readCalendar(file: string): CalendarPart {
  if (!file.endsWith('\r\n')) throw new Error('The last line does not end')
  if (/[\r\n]/.test(file.replaceAll('\r\n', ''))) throw new Error('A line ends in another way')
  const tooLong = file.split('\r\n').find((line) => Buffer.byteLength(line) > longestLine)
  if (tooLong !== undefined) throw new Error(`Too long: ${tooLong}`)
  const outer: CalendarPart = { name: '', lines: new Map(), parts: [] }
  const open = [outer]
  for (const line of file.replaceAll('\r\n ', '').trimEnd().split('\r\n')) {
    const colon = line.indexOf(':')
    const [name, value] = [line.slice(0, colon), line.slice(colon + 1)]
    const inner = open.at(-1)
    if (!inner) throw new Error(`Nothing is open at ${line}`)
    if (name === 'BEGIN') {
      const part: CalendarPart = { name: value, lines: new Map(), parts: [] }
      inner.parts.push(part)
      open.push(part)
    } else if (name === 'END') {
      if (open.pop()?.name !== value) throw new Error(`${value} ends without having begun`)
    } else {
      if (inner.lines.has(name)) throw new Error(`${name} is said twice`)
      inner.lines.set(name, value)
    }
  }
  const [calendar] = outer.parts
  if (open.length !== 1 || !calendar || outer.parts.length > 1) throw new Error('It is not one calendar')
  return calendar
}

/** What a text says. A mark that means something between texts must not stand bare within one. */
export function calendarText(value = ''): string {
  if (/[\\;,]/.test(value.replaceAll(/\\[\\;,n]/g, ''))) throw new Error(`A bare mark in ${value}`)
  return value.replaceAll(/\\(.)/g, (_, mark: string) => (mark === 'n' ? '\n' : mark))
}

export type ReadEvent = {
  uid: string
  date: string
  summary: string
  description: string
  sequence: number
  changedAt: string
  hasReminder: boolean
}

export function calendarEvents(file: string): ReadEvent[] {
  return readCalendar(file).parts.map(({ lines, parts }) => ({
    uid: lines.get('UID') ?? '',
    date: (lines.get('DTSTART;VALUE=DATE') ?? '').replace(/^(....)(..)(..)$/, '$1-$2-$3'),
    summary: calendarText(lines.get('SUMMARY')),
    description: calendarText(lines.get('DESCRIPTION')),
    sequence: Number(lines.get('SEQUENCE')),
    changedAt: lines.get('LAST-MODIFIED') ?? '',
    hasReminder: parts.length === 1,
  }))
}
