import { useMemo, useState } from 'react'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import { formatDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import {
  frequencyWord,
  offeredFrequencies,
  tuitionYearName,
  type OfferedFrequency,
} from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import { Accordion } from '../../../ui/accordion/accordion.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { DateInput } from '../../../ui/date-input/date-input.tsx'
import { Fact } from '../../../ui/definition-list/fact.tsx'
import { formatMoney } from '../../../ui/money/money.tsx'
import { Segmented } from '../../../ui/segmented/segmented.tsx'
import { dayAndMonth, weekdayAndDay } from '../../plan/day-words.ts'
import type { PlannerFacts } from '../../plan/planner-facts.ts'
import { proposalFor, type Proposal } from './payday-proposal.ts'
import { waitSentence } from './payday-words.ts'
import type { PlanForm } from '../plan-form.ts'
import './payday-fit.css'

type Choice = Pick<PlanForm, 'startDate' | 'frequency' | 'count'>

export type PaydayFitProps = {
  region: Region
  form: PlanForm
  facts: PlannerFacts
  /** Takes the proposal over into the form. */
  onChoose: (change: Choice) => void
}

/** Proposes a first payment on the day after the parent is paid, and says what that changes. */
export function PaydayFit({ region, form, facts, onChoose }: PaydayFitProps) {
  const [rhythm, setRhythm] = useState<OfferedFrequency | null>(null)
  const [next, setNext] = useState<CalendarDate | null>(null)
  const [replaced, setReplaced] = useState<{ before: Choice; by: Choice; planYear: number }>()
  const proposal = useMemo(
    () =>
      rhythm === null || next === null ? undefined : proposalFor({ rhythm, next }, { form, facts, region }),
    [rhythm, next, form, facts, region],
  )
  // What the parent has changed by hand since then is not ours to take back.
  const before =
    replaced?.planYear === form.planYear && isSameChoice(replaced.by, form) ? replaced.before : undefined

  function takeOver({ startDate, frequency, count }: Choice) {
    const by = { startDate, frequency, count }
    setReplaced({ before: choiceOf(form), by, planYear: form.planYear })
    onChoose(by)
  }

  function takeBack(choice: Choice) {
    setReplaced(undefined)
    onChoose(choice)
  }

  return (
    <div className="payday">
      <Accordion title="Match your payday">
        <p className="sm muted">
          Tell us when you are paid, and we suggest payments that leave right after. We don't keep this.
        </p>
        <div className="payday__fields">
          <Segmented
            legend="How often are you paid?"
            isLegendShown
            options={offeredFrequencies.map((value) => ({ value, label: frequencyWord(value) }))}
            value={rhythm}
            onChange={setRhythm}
          />
          <DateInput label="Your next payday" value={next} onChange={setNext} />
        </div>
        <div role="status">
          {proposal && proposal.kind !== 'proposal' && (
            <p className="payday__proposal stack stack--8 stack--start sm">
              {whyNone(proposal, tuitionYearName(form.planYear, region))}
            </p>
          )}
          {proposal?.kind === 'proposal' && (
            <div className="payday__proposal stack stack--8 stack--start sm">
              <ProposalWords proposal={proposal} region={region} isTaken={before !== undefined} />
              {/* One button that changes its words, so that the focus stays on it. */}
              {(before || !proposal.isPresent) && (
                <Button
                  look="secondary"
                  size="small"
                  onClick={() => (before ? takeBack(before) : takeOver(proposal.fit))}
                >
                  {before ? backWords(before) : 'Use these dates'}
                </Button>
              )}
            </div>
          )}
        </div>
      </Accordion>
    </div>
  )
}

function choiceOf({ startDate, frequency, count }: Choice): Choice {
  return { startDate, frequency, count }
}

function isSameChoice(a: Choice, b: Choice): boolean {
  return a.startDate === b.startDate && a.frequency === b.frequency && a.count === b.count
}

function backWords({ startDate }: Choice): string {
  return startDate === null ? 'Take this back' : `Back to ${dayAndMonth(startDate)}`
}

function whyNone(proposal: Exclude<Proposal, { kind: 'proposal' }>, year: string): string {
  if (proposal.kind === 'nothing') return `There is nothing to pay for ${year}.`
  const { option } = proposal
  if (!option) return `No plan can be made for ${year} any more.`
  const range = `between ${formatDate(option.minStartDate)} and ${formatDate(option.maxStartDate)}`
  return `No plan for ${year} can follow this payday: its first payment must be ${range}.`
}

type ProposalWordsProps = {
  proposal: Extract<Proposal, { kind: 'proposal' }>
  region: Region
  isTaken: boolean
}

function ProposalWords({ proposal, region, isTaken }: ProposalWordsProps) {
  const { fit, moved, wait, present, isPresent } = proposal
  const rhythm = frequencyWord(fit.frequency).toLowerCase()
  return (
    <>
      <p className="payday__title">
        {isTaken
          ? 'Your payments now follow your payday.'
          : isPresent
            ? 'Your payments follow your payday already.'
            : `Pay ${rhythm} from ${formatDate(fit.startDate)}`}
      </p>
      <p>
        {waitSentence(wait, present?.wait)}
        {moved && !isPresent && ` ${movedSentence(fit.startDate, moved)}`}
      </p>
      {!isPresent && <Changes proposal={proposal} region={region} />}
    </>
  )
}

function movedSentence(startDate: CalendarDate, { date, reason }: { date: CalendarDate; reason: string }) {
  const why = reason.endsWith('day') && weekdayAndDay(startDate).startsWith(reason) ? `a ${reason}` : reason
  return `${dayAndMonth(startDate)} is ${why}, so the first one leaves on ${weekdayAndDay(date)}.`
}

/** The changes of a proposal, line by line. */
function Changes({ proposal: { plan, present }, region }: Pick<ProposalWordsProps, 'proposal' | 'region'>) {
  const before = present?.plan
  const lines: [name: string, now: string, earlier: string | undefined][] = [
    ['First payment', firstOf(plan), before && firstOf(before)],
    ['Payments', String(plan.repaymentCount), before && String(before.repaymentCount)],
    ['Last payment', lastOf(plan), before && lastOf(before)],
  ]
  // While staff have yet to look at a plan, its sums are not promised.
  if (plan.planStatus !== 'ManualReview') {
    const each = ({ periodicAmount }: PaymentPlan) => formatMoney(periodicAmount, region)
    lines.splice(1, 0, ['Each payment', each(plan), before && each(before)])
  }
  return (
    <dl className="dl dl--tight">
      {lines.map(([name, now, earlier]) => (
        <Fact key={name} name={name}>
          {now}
          {earlier !== undefined && earlier !== now && (
            <small className="payday__before xs"> instead of {earlier}</small>
          )}
        </Fact>
      ))}
    </dl>
  )
}

/** The days on which money is taken, as the estimate has them. */
function firstOf({ payments, planStartDate }: PaymentPlan): string {
  return formatDate(payments[0]?.date ?? planStartDate)
}

function lastOf({ payments, planEndDate }: PaymentPlan): string {
  return formatDate(payments.at(-1)?.date ?? planEndDate ?? '')
}
