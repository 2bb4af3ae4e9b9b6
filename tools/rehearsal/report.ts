import { dateIn } from '#domain/calendar/calendar.ts'
import { cents, formatCurrency, toDecimal } from '#domain/money.ts'
import { regionFacts, type Region } from '#domain/region.ts'
import { faultsIn } from './checks.ts'
import { owingOf, sumOf, toComeOf, type FamilyLog, type Log } from './log.ts'

/** For each family what was collected, which messages reached it and when, and what it owes; then what is wrong. */
export function report(log: Log): string {
  const faults = faultsIn(log)
  return [
    ...log.families.map(familyReport),
    ...(log.epilogue ? [log.epilogue] : []),
    `${log.families.length} families, ${log.charges} charges at the payment provider.`,
    faults.length === 0
      ? 'All is in order.'
      : `${faults.length} FAULTS:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
  ].join('\n\n')
}

function familyReport(family: FamilyLog): string {
  const money = (amount: number) => formatCurrency(toDecimal(cents(amount)), family.region)
  return [
    `${family.name} (${family.region})`,
    ...family.plans.map(
      (plan) =>
        `  ${plan.year}: fees ${money(plan.fees)} · planned ${money(plan.planned)} · overdue ${money(owingOf(plan))} · to come ${money(toComeOf(plan))} · ${plan.status}`,
    ),
    ...linesOf(family, money)
      .toSorted((a, b) => a.at.getTime() - b.at.getTime())
      .map(({ at, words }) => `    ${localTime(at, family.region)}  ${words}`),
    `  collected ${money(family.charged - family.surcharges)} · surcharges ${money(family.surcharges)} · passed on to the school ${money(family.passedOn)} · balance ${money(family.balance)} · overdue ${money(sumOf(family.plans, owingOf))} · to come ${money(sumOf(family.plans, toComeOf))}`,
  ].join('\n')
}

type Line = { at: Date; words: string }

function linesOf(family: FamilyLog, money: (amount: number) => string): Line[] {
  return [
    ...family.messages.map(({ at, channel, kind, subject }) => ({
      at,
      words: `${channel === 'email' ? 'mail' : 'text'}  ${subject} [${kind}]`,
    })),
    ...family.debits.map(({ at, year, seq, charged, outcome, isTaken }) => ({
      at,
      words: `DEBIT ${year}/${seq} ${money(charged)}${isTaken ? '' : ` FAILED: ${outcome.replaceAll('_', ' ')}`}`,
    })),
    ...family.payments.map(({ at, amount }) => ({ at, words: `PAID ${money(amount)}` })),
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
