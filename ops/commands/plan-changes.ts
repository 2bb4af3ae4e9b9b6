import { callCommand } from '../call-command.ts'
import type { StaffChangedPlan } from '#contract/staff-plan-changes.ts'
import { skipOutcomes } from '#domain/plan/changes/skip.ts'
import { choice, readNumber, wrongValue } from '../choice.ts'
import type { Api } from '../api.ts'
import { command, type Command, type Outcome } from '../command.ts'
import { OpsFailure } from '../failure.ts'
import { consequencesPage, runningPlanPage } from '../plan-change-page.ts'

const account = { name: 'account', about: 'its short id, like LW12345, or its id' } as const
const year = { value: 'year', about: 'the tuition year of the plan', isRequired: true } as const
const yes = { about: 'makes the change; without it you only see what it would mean' } as const

/** Changes of a plan that runs, for a family that has called. */
export const planChangeCommands: Command[] = [
  callCommand({
    name: 'plans changes',
    about: 'Shows what can be changed in a current plan, what was changed, and what the family asks for.',
    call: 'GET /api/staff/accounts/:accountId/plans/:year/changes',
    options: { year: 'the tuition year of the plan' },
    examples: ['plans changes LW12345 --year 2027'],
    text: (plan) => runningPlanPage(plan),
  }),
  command({
    name: 'plans move-payment',
    about:
      'Collects a payment of a current plan on another day, overdue or not, after showing what that means.',
    arguments: [account],
    options: {
      year,
      due: { value: 'date', about: 'the day on which the payment is due', isRequired: true },
      to: { value: 'date', about: 'the day on which to collect it', isRequired: true },
      from: { value: 'method', about: 'of a payment that failed: how the method to try ends, like 4242' },
      yes,
    },
    isChange: true,
    examples: [
      'plans move-payment LW12345 --year 2027 --due 2027-03-01 --to 2027-03-08 --reason "They called"',
      'plans move-payment LW12345 --year 2027 --due 2027-03-01 --to 2027-03-08 --from 4242 --reason "They called" --yes',
    ],
    async run({ api, reason, argument, option, note }) {
      const params = { accountId: argument.account, year: readNumber('--year', option.year) }
      const sourceId = option.from && (await methodOf(api, params, { due: option.due, ending: option.from }))
      const send = (more: Sent) =>
        api('POST /api/staff/accounts/:accountId/plans/:year/move-payment', {
          params,
          body: {
            dueOn: option.due,
            to: option.to,
            ...(sourceId && { sourceId }),
            ...more,
            reason,
          },
        })
      return shownFirst(send, option.yes, note)
    },
  }),
  command({
    name: 'plans skip-payments',
    about: 'Skips payments of a current plan, after showing what that means.',
    arguments: [account],
    options: {
      year,
      due: { value: 'date', about: 'the day on which a payment is due; several times', isMany: true },
      how: { value: 'outcome', about: `one of ${skipOutcomes.join(', ')}`, isRequired: true },
      yes,
    },
    isChange: true,
    examples: [
      'plans skip-payments LW12345 --year 2027 --due 2027-03-01 --how Spread --reason "They called"',
    ],
    async run({ api, reason, argument, option, note }) {
      if (option.due.length === 0)
        throw new OpsFailure('usage', '--due is missing.', 'Name one payment or more.')
      const params = { accountId: argument.account, year: readNumber('--year', option.year) }
      const outcome = choice('--how', option.how, skipOutcomes)
      const send = (more: Sent) =>
        api('POST /api/staff/accounts/:accountId/plans/:year/skip-payments', {
          params,
          body: { dueOn: option.due, outcome, ...more, reason },
        })
      return shownFirst(send, option.yes, note)
    },
  }),
  command({
    name: 'plans undo-change',
    about: 'Undoes a change of a current plan, after showing what that means.',
    arguments: [account, { name: 'change', about: 'its id, from plans changes' }],
    options: { year, yes },
    isChange: true,
    examples: ['plans undo-change LW12345 3f0c91d2 --year 2027 --reason "They called"'],
    async run({ api, reason, argument, option, note }) {
      const params = { accountId: argument.account, year: readNumber('--year', option.year) }
      const send = (more: Sent) =>
        api('POST /api/staff/accounts/:accountId/plans/:year/undo-change', {
          params,
          body: { changeId: argument.change, ...more, reason },
        })
      return shownFirst(send, option.yes, note)
    },
  }),
]

type Sent = { isPreview?: true; version?: number }

/** Nothing is changed before its consequences were shown, and only the plan that they were calculated on. */
async function shownFirst(
  send: (more: Sent) => Promise<StaffChangedPlan>,
  isMeant: boolean,
  note: (text: string) => void,
): Promise<Outcome> {
  const preview = await send({ isPreview: true })
  const page = consequencesPage(preview.consequences, preview.region)
  if (!isMeant)
    return { raw: preview, text: `${page}\n\nNothing is changed yet. If it is as it should be, add --yes.` }
  note(page)
  const raw = await send({ version: preview.version })
  return { raw, text: 'Changed. The family is notified.' }
}

/** The method of a failed payment whose name ends like this. */
async function methodOf(
  api: Api,
  params: { accountId: string; year: number },
  { due, ending }: { due: string; ending: string },
): Promise<string> {
  const { failed } = await api('GET /api/staff/accounts/:accountId/plans/:year/changes', { params })
  const methods = failed.find(({ dueOn }) => dueOn === due)?.methods ?? []
  const [found, another] = methods.filter(({ name }) => name.endsWith(ending))
  if (found && !another) return found.id
  const names = methods.map(({ name }) => name).join(', ')
  throw wrongValue(
    '--from',
    ending,
    names === ''
      ? 'Only a payment that failed is tried from another method.'
      : `It can be tried from ${names}.`,
  )
}
