import { dateIn, type CalendarDate } from '#domain/calendar/calendar.ts'
import type { ChangeDetails } from '#domain/plan/changes/plan-change.ts'
import { writeToMembers } from '../../people/account-letters/account-letters.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { Deps, LetterDeps } from '../../platform/deps.ts'
import type { MessageFacts } from '../../letters/messages/message.ts'
import { planUrl } from '../payment-schedule/plan-letters.ts'
import type { PlanActor } from '../payment-schedule/save-plan.ts'
import { currentLines } from '../../people/texts/texts.ts'
import type { Changer } from '../payment-schedule/put-remaining.ts'
import { findRegion } from './plan-changes.reads.ts'

type ChangeLetter = {
  accountId: string
  tuitionYear: number
  details: ChangeDetails
  status: MessageFacts['PlanChange']['status']
  undoUntil: CalendarDate | null
  /** Of a request: the day to whose end it is answered. */
  answerBy?: CalendarDate
  /** Of a request: what staff say to it. */
  answer?: MessageFacts['PlanChange']['answer']
}

/** Writes to everybody who shares the account about a change to its plan, no matter who made it. */
export async function sendChangeLetter(
  tx: Transaction,
  deps: LetterDeps,
  { accountId, tuitionYear, details, status, undoUntil, answerBy, answer }: ChangeLetter,
): Promise<void> {
  const note =
    status === 'Made' || status === 'Asked' ? await noteOf(tx, deps, accountId, details) : undefined
  await writeToMembers(tx, deps, accountId, (member) => ({
    kind: 'PlanChange',
    facts: {
      ...member,
      tuitionYear,
      details,
      status,
      undoUntil,
      ...(note !== undefined && { note }),
      ...(answerBy && { answerBy }),
      ...(answer && { answer }),
      portalUrl: planUrl(deps, tuitionYear),
    },
  }))
}

/** The surcharge that families rely on, by the rates of the day of the change. */
async function noteOf(
  tx: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  accountId: string,
  { kind }: ChangeDetails,
): Promise<string | undefined> {
  const name = kind === 'Skip' ? 'SkipText' : kind === 'Arrangement' ? 'CareOffer' : undefined
  const region = name && (await findRegion(tx, accountId))
  if (!name || !region) return undefined
  return (await currentLines(tx, name, { region, on: dateIn(region, clock()) })).letter
}

export function changerOf({ customerId, impersonatorEmail }: PlanActor): Changer {
  return impersonatorEmail === null ? { by: 'Customer', id: customerId } : { by: 'Staff', id: null }
}
