import { formatDateCompact, weekday, type CalendarDate } from '#domain/calendar/calendar.ts'
import { cents, formatCurrency, toDecimal } from '#domain/money.ts'
import { frequencyWord } from '#domain/plan/payment-schedule.ts'
import type { Collected, FamilyYear, Rehearsed } from './findings.ts'
import type { MoneyBack } from './money-back.ts'

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const day = (date: CalendarDate) => `${weekdays[weekday(date) - 1]} ${formatDateCompact(date)}`

/** The result as text. */
export function report({ families, moneyBack, charges, violations, unsent }: Rehearsed): string {
  return [
    ...families.map(familyTable),
    moneyBackLine(moneyBack),
    `${charges} charges at the payment provider.`,
    violations.length === 0
      ? 'The ledger is sound.'
      : `THE LEDGER IS NOT SOUND:\n${violations.map(({ invariant, subject }) => `  ${invariant}: ${subject}`).join('\n')}`,
    unsent === 0 ? 'Every message was sent.' : `${unsent} messages were not sent.`,
  ].join('\n\n')
}

function moneyBackLine(back: MoneyBack): string {
  const money = (amount: number) => formatCurrency(toDecimal(cents(amount)), 'AU')
  return `Money back: paid ${money(back.paid)} · refunded ${money(back.refunded)} · withdrawn ${money(back.withdrawn)} · surcharges kept ${money(back.surcharges)} · passed on to the school ${money(back.passedOn)} · balance ${money(back.balance)}`
}

function familyTable(family: FamilyYear): string {
  const money = (amount: number) => formatCurrency(toDecimal(cents(amount)), family.region)
  const head = ['#', 'Due', 'Paid', 'Amount', 'Surcharge', 'What happened']
  const rows = family.instalments.map((each) => [
    String(each.seq),
    day(each.dueOn),
    each.paidOn ? day(each.paidOn) : '',
    money(each.amount),
    each.surcharge > 0 ? money(each.surcharge) : '',
    story(each),
  ])
  const messages = Object.entries(family.messages).map(([kind, count]) => `${kind} ${count}`)
  return [
    `${family.name} · ${family.schoolName} · ${frequencyWord(family.frequency).toLowerCase()} · ${family.planStatus}`,
    aligned([head, ...rows], [0, 3, 4]),
    `  planned ${money(family.planned)} · collected ${money(family.collected)} · surcharges ${money(family.surcharges)} · passed on to the school ${money(family.passedOn)} · balance ${money(family.balance)}`,
    `  messages: ${messages.join(', ')}`,
    ...family.mistold.map(
      ({ on, told, charged }) => `  ON ${day(on)} THE MAIL SAID ${money(told)}, CHARGED ${money(charged)}`,
    ),
  ].join('\n')
}

const paidWords = { Plan: 'paid', Extra: 'paid extra', Link: 'paid through the link' }

function story({ status, tries, paidBy }: Collected): string {
  const failed = tries
    .filter(({ outcome }) => outcome !== 'Succeeded')
    .map(({ on, outcome }) => `${outcome.replaceAll('_', ' ')} on ${day(on)}`)
  const end = status === 'Paid' ? paidWords[paidBy] : status.toUpperCase()
  return [...failed, end].join(', ')
}

function aligned(rows: readonly string[][], toTheRight: readonly number[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => {
          const width = widths[column] ?? 0
          return toTheRight.includes(column) ? cell.padStart(width) : cell.padEnd(width)
        })
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `  ${line}`)
    .join('\n')
}

/** Whether the year is a success: nothing left over, nothing lost. */
export function isInOrder({ families, violations, unsent }: Rehearsed): boolean {
  const isAccountedFor = ({ instalments, planned, collected, planStatus, mistold }: FamilyYear) =>
    planStatus === 'Completed' &&
    collected === planned &&
    mistold.length === 0 &&
    instalments.every(({ status }) => status === 'Paid')
  return violations.length === 0 && unsent === 0 && families.every(isAccountedFor)
}
