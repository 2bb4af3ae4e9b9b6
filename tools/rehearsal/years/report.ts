import { dateIn } from '#domain/calendar/calendar.ts'
import { cents, formatCurrency, toDecimal } from '#domain/money.ts'
import { regionFacts, type Region } from '#domain/region.ts'
import { faultsIn } from './checks.ts'
import type { FamilyLog, YearsLog } from './log.ts'

/** For each family what was collected, what it was told and when, and what it owes; then what is wrong. */
export function reportYears(log: YearsLog): string {
  const faults = faultsIn(log)
  return [
    ...log.families.map(familyReport),
    `${log.families.length} families, ${log.days} days.`,
    faults.length === 0
      ? 'All is in order.'
      : `${faults.length} FAULTS:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
  ].join('\n\n')
}

function familyReport(family: FamilyLog): string {
  const money = (amount: number) => formatCurrency(toDecimal(cents(amount)), family.region)
  const owing = family.plans.reduce((sum, plan) => sum + plan.owing, 0)
  const toCome = family.plans.reduce((sum, plan) => sum + plan.toCome, 0)
  return [
    `${family.name} (${family.region})`,
    ...family.plans.map(
      ({ year, status, fees, planned, ...plan }) =>
        `  ${year}: fees ${money(fees)} · planned ${money(planned)} · overdue ${money(plan.owing)} · to come ${money(plan.toCome)} · ${status}`,
    ),
    ...linesOf(family, money)
      .toSorted((a, b) => a.at.getTime() - b.at.getTime())
      .map(({ at, words }) => `    ${localTime(at, family.region)}  ${words}`),
    `  collected ${money(family.charged - family.surcharges)} · surcharges ${money(family.surcharges)} · overdue ${money(owing)} · to come ${money(toCome)}`,
  ].join('\n')
}

type Line = { at: Date; words: string }

function linesOf(family: FamilyLog, money: (amount: number) => string): Line[] {
  return [
    ...family.told.map(({ at, channel, kind, subject }) => ({
      at,
      words: `${channel === 'email' ? 'mail' : 'text'}  ${subject} [${kind}]`,
    })),
    ...family.debits.map(({ at, year, seq, charged, isTaken }) => ({
      at,
      words: `DEBIT ${year}/${seq} ${money(charged)}${isTaken ? '' : ' FAILED'}`,
    })),
    ...family.paid.map(({ at, amount }) => ({ at, words: `PAID ${money(amount)}` })),
    ...family.acts.map(({ at, act: { does, ...about } }) => ({
      at,
      words: `THE FAMILY ${does} ${Object.values(about).join(' ')}`.trimEnd(),
    })),
    ...family.overdue.map(({ at, amount }) => ({ at, words: `OVERDUE ${money(amount)}` })),
  ]
}

function localTime(at: Date, region: Region): string {
  const time = at.toLocaleTimeString('en-GB', {
    timeZone: regionFacts[region].timeZone,
    hour: '2-digit',
    minute: '2-digit',
  })
  return `${dateIn(region, at)} ${time}`
}
