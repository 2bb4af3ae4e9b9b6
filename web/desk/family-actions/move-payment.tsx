import { useEffect } from 'react'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import type { StaffAccount } from '#contract/staff-accounts.ts'
import type { StaffRunningPlan } from '#contract/staff-plan-changes.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { DateInput } from '../../ui/date-input/date-input.tsx'
import { NativeSelect } from '../../ui/select/native-select.tsx'
import { day, dayWithName } from '../foundation/format.ts'
import { Columns } from '../ui/field-group/field-group.tsx'
import { action, type FormProps } from './action.ts'
import { moneyOf } from './fields.tsx'
import { RunningPlan, runningYear } from './running-plan.tsx'

type Draft = { year: number | undefined; dueOn: string; to: CalendarDate | null; sourceId: string }

type Movable = {
  dueOn: string
  label: string
  /** What a new day has to be. */
  hint: string
  opensAt: string
  /** What the debit is taken from; to choose only of a payment that failed. */
  methods: readonly { id: string; name: string }[]
  until?: string
  whyNot: string | null
}

/** What can be moved, the oldest first: what failed, then what is to come. */
function movableOf({ failed, coming, days, lastDay }: StaffRunningPlan, account: StaffAccount): Movable[] {
  const nameOf = (dueOn: string, amount: number) => {
    const place = days.indexOf(dueOn) + 1
    return `${place === 0 ? 'Extra' : `${place} of ${days.length}`} · ${moneyOf(account, amount)}`
  }
  return [
    ...failed.map((payment) => ({
      dueOn: payment.dueOn,
      label: `${nameOf(payment.dueOn, payment.amount)} · ${
        payment.triedOn
          ? `failed, tried again ${day(payment.triedOn)}`
          : `overdue since ${day(payment.since)}`
      }`,
      hint:
        payment.firstDay && payment.lastDay
          ? `A business day, from ${day(payment.firstDay)} to ${day(payment.lastDay)}`
          : '',
      opensAt: payment.firstDay ?? payment.since,
      methods: payment.methods,
      whyNot: payment.whyNot,
    })),
    ...coming.map((payment) => ({
      dueOn: payment.dueOn,
      label: `${nameOf(payment.dueOn, payment.amount)} · ${dayWithName(payment.on)}`,
      hint: `A business day, until ${day(lastDay)}`,
      opensAt: payment.on,
      methods: [{ id: '', name: payment.method ?? 'No method' }],
      until: payment.changeableUntil,
      whyNot: null,
    })),
  ]
}

function Form(props: FormProps<Draft>) {
  return (
    <RunningPlan account={props.account} year={props.draft.year}>
      {(plan) => <Fields {...props} plan={plan} />}
    </RunningPlan>
  )
}

function Fields({ account, draft, set, errors, plan, field }: FormProps<Draft> & { plan: StaffRunningPlan }) {
  const movable = movableOf(plan, account)
  const chosen = movable.find(({ dueOn }) => dueOn === draft.dueOn)
  const start = movable[0]
  const source = chosen?.methods.find(({ id }) => id === draft.sourceId) ?? chosen?.methods[0]
  useEffect(() => {
    if (draft.dueOn === '' && start !== undefined) set({ dueOn: start.dueOn })
  }, [draft.dueOn, start, set])
  useEffect(() => {
    if (source !== undefined && source.id !== draft.sourceId) set({ sourceId: source.id })
  }, [draft.sourceId, source, set])
  if (start === undefined)
    return (
      <Alert variant="info" title="Nothing can be moved">
        This plan has no upcoming or overdue payments.
      </Alert>
    )
  return (
    <div className="fields">
      <NativeSelect
        label="Payment"
        options={[
          ...(chosen ? [] : [{ value: draft.dueOn, label: 'Choose a payment' }]),
          ...movable.map(({ dueOn, label }) => ({ value: dueOn, label })),
        ]}
        value={draft.dueOn}
        onChange={(dueOn) => set({ dueOn, to: null })}
        hint={chosen?.until && `Can be changed until ${day(chosen.until)}`}
        error={errors['dueOn']}
      />
      {chosen === undefined && draft.dueOn !== '' && (
        <Alert variant="info" title="That payment cannot be moved any more">
          It has been paid, is being collected, or is no longer part of this plan. Choose another payment.
        </Alert>
      )}
      {chosen?.whyNot && (
        <Alert variant="warning" title="This payment cannot be moved">
          {chosen.whyNot}
        </Alert>
      )}
      {chosen && !chosen.whyNot && (
        <Columns size={6}>
          <DateInput label="New day" hint={chosen.hint} required opensAt={chosen.opensAt} {...field('to')} />
          <NativeSelect
            label="From"
            options={chosen.methods.map(({ id, name }) => ({ value: id, label: name }))}
            {...field('sourceId')}
            value={source?.id ?? ''}
          />
        </Columns>
      )}
    </div>
  )
}

function yearGiven({ plans }: StaffAccount, params: URLSearchParams): number | undefined {
  const plan = plans.find(
    ({ id, tuitionYear }) => id === params.get('planId') || String(tuitionYear) === params.get('year'),
  )
  return plan?.tuitionYear
}

export const movePayment = action<Draft>({
  title: 'Move a payment',
  begin: (account, params) => ({
    year: yearGiven(account, params) ?? runningYear(account),
    dueOn: params.get('dueOn') ?? '',
    to: params.get('to') as CalendarDate | null,
    sourceId: '',
  }),
  Form,
  command: ({ year, dueOn, to, sourceId }) => {
    if (dueOn === '' || to === null || year === undefined) return undefined
    return {
      call: 'POST /api/staff/accounts/:accountId/plans/:year/move-payment',
      params: { year: String(year) },
      body: { dueOn, to, ...(sourceId !== '' && { sourceId }) },
    }
  },
  submitLabel: ({ to }) => (to === null ? 'Move the payment' : `Move to ${day(to)}`),
})
