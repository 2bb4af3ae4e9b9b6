import { sumOf } from '#domain/money.ts'
import {
  addDays,
  calendarDate,
  formatDate,
  formatDateCompact,
  startOfDay,
} from '#domain/calendar/calendar.ts'
import type { EffectSentence } from '#contract/staff-actions.ts'
import type { StaffChangedPlan } from '#contract/staff-plan-changes.ts'
import type { Transaction } from '../../platform/database/open.ts'
import type { ActionWords, Done, Undo } from './done-action.ts'
import { moneyIn } from './figures.ts'
import { lastUndoDay } from './staff-actions.store.ts'

const day = (value: unknown) => formatDateCompact(String(value))
const daysOf = (value: unknown) => (value as string[]).map(day).join(', ')

/** A change of a plan is undone like one that the family has made, until its own last day. */
async function undoChange({ accountId, before, params, reply }: Done, tx: Transaction): Promise<Undo | null> {
  const { changeId } = reply as { changeId: string | null }
  const last = changeId === null ? null : await lastUndoDay(tx, { accountId, changeId })
  if (changeId === null || last === null) return null
  return {
    call: 'POST /api/staff/accounts/:accountId/plans/:year/undo-change',
    params: { accountId, year: params['year'] ?? '' },
    body: { changeId },
    until: startOfDay(addDays(calendarDate(last), 1), before.region),
    words: `Can be undone until the end of ${formatDate(last)}.`,
  }
}

const endStays = ({ before, after }: Done) => {
  const lastOf = ({ coming }: Done['before']) =>
    coming
      .map(({ on }) => on)
      .toSorted()
      .at(-1)
  return lastOf(before) === lastOf(after)
}

const sameTotal = ({ before, after }: Done) => sumOf(before.coming) === sumOf(after.coming)

/** What becomes of a payment that had failed, beyond what the figures say. */
function triedAgainSentences({ before, after, body, reply }: Done): EffectSentence[] {
  if (!(reply as StaffChangedPlan).isTriedAgain) return []
  const money = moneyIn(before.region)
  const wasOverdue = before.overdue > after.overdue
  const ofDay = after.coming.filter(({ on }) => on === body['to'])
  const sum = sumOf(ofDay)
  return [
    ...(ofDay.length > 1
      ? [
          {
            mark: 'calendar' as const,
            text: `${money(sum)} in total on ${day(body['to'])}: this payment and others due that day.`,
          },
        ]
      : []),
    ...(before.requested > after.requested
      ? [
          {
            mark: 'receipt' as const,
            text:
              after.requested === 0
                ? `The request for ${money(before.requested)} is cancelled. Its link no longer asks for payment.`
                : `The amount requested changes from ${money(before.requested)} to ${money(after.requested)}.`,
          },
        ]
      : []),
    {
      mark: 'clock',
      text: wasOverdue
        ? 'The family is not asked for it before that day. If the debit fails, the request is sent again.'
        : 'It is not tried before that day.',
    },
  ]
}

export const planWords = {
  'POST /api/staff/accounts/:accountId/plans/:year/move-payment': {
    shows: ['overdue', 'last'],
    sentences: (done) => [
      ...triedAgainSentences(done),
      ...(endStays(done)
        ? [{ mark: 'calendar' as const, text: 'The plan still ends on the same day.' }]
        : []),
      { mark: 'check', text: 'No fee is charged for the move.' },
    ],
    said: ({ body }) => `Payment moved to ${day(body['to'])}.`,
    undo: undoChange,
    final: 'Cannot be undone any more. Move the payment again instead.',
  },
  'POST /api/staff/accounts/:accountId/plans/:year/skip-payments': {
    shows: ['left', 'total', 'last'],
    sentences: (done) => [
      {
        mark: 'calendar',
        text:
          done.body['outcome'] === 'AtEnd'
            ? 'Skipped payments are added after the last payment.'
            : 'Skipped payments are spread over the remaining payments.',
      },
      ...(sameTotal(done) ? [{ mark: 'check' as const, text: 'The total stays the same.' }] : []),
    ],
    said: ({ body }) => `Skipped: ${daysOf(body['dueOn'])}.`,
    undo: undoChange,
    final: 'Cannot be undone any more.',
  },
  'POST /api/staff/accounts/:accountId/plans/:year/undo-change': {
    shows: ['left', 'total', 'last'],
    said: () => 'Plan change undone.',
    final: 'Make the change again instead.',
  },
  'POST /api/staff/accounts/:accountId/plans': {
    shows: ['left', 'total', 'last'],
    said: ({ body }) => `A plan for ${String(body['tuitionYear'])} is saved.`,
    final: 'Cannot be undone. The previous plan stays in the list of versions.',
  },
  'POST /api/staff/accounts/:accountId/plans/:planId/tailor': {
    sentences: ({ body }) => [
      { mark: 'clock', text: `Ends automatically after ${formatDate(String(body['until']))}.` },
    ],
    said: ({ body }) => `The plan is tailored until ${day(body['until'])}.`,
    undo: () => ({ call: 'POST /api/staff/accounts/:accountId/plans/:planId/end-tailoring' }),
  },
  'POST /api/staff/accounts/:accountId/plans/:planId/end-tailoring': {
    said: () => 'The plan is no longer tailored.',
    final: 'Cannot be undone. Tailor the plan again instead.',
  },
  'POST /api/staff/accounts/:accountId/care': {
    shows: ['held'],
    sentences: () => [
      { mark: 'clock', text: 'Nothing is collected while payments are on hold.' },
      {
        mark: 'lock',
        text: 'Only Operations and the person who asked can read the request. Every view is recorded.',
      },
    ],
    said: ({ reply }) =>
      `Request ${(reply as { reference: string }).reference} is open, and payments are on hold.`,
    final: 'The family can withdraw it in the portal; payments then resume.',
  },
  'POST /api/staff/care/:careId/offer': {
    shows: ['each', 'left', 'total', 'last', 'held'],
    sentences: ({ reply, before }) => {
      const { lower, later } = reply as {
        lower: { count: number; from: string; until: string }
        later: { count: number; lastDate: string }
      }
      return [
        {
          mark: 'calendar',
          text: `If the family accepts: ${lower.count} lower payments from ${formatDate(lower.from)} to ${formatDate(lower.until)}, then ${later.count}, the last on ${formatDate(later.lastDate)}. The total stays the same.`,
        },
        ...(before.heldUntil === null
          ? []
          : [
              {
                mark: 'clock' as const,
                text: `Debits are held until the family accepts, at the latest until ${formatDate(before.heldUntil)}.`,
              },
            ]),
        {
          mark: 'school',
          text: 'The school receives each payment when it is collected, so it is paid later.',
        },
      ]
    },
    said: () => 'The offer is sent.',
    undo: ({ now }) => ({
      call: 'POST /api/staff/care/:careId/withdraw-offer',
      // The family's answer ends it, and that the call itself finds out.
      until: new Date(now.getTime() + 365 * 24 * 60 * 60_000),
      words:
        'Can be withdrawn until the family accepts. After that, it ends early only with their agreement.',
    }),
  },
  'POST /api/staff/care/:careId/withdraw-offer': {
    shows: ['held'],
    sentences: () => [{ mark: 'clock', text: 'Payments stay on hold until we make another offer.' }],
    said: () => 'Offer withdrawn.',
    final: 'Make an offer again instead.',
  },
  'POST /api/staff/care/:careId/decline': {
    shows: ['held'],
    sentences: () => [{ mark: 'calendar', text: 'Payments resume, each after a new notice.' }],
    said: () => 'The request is declined.',
    final: 'Cannot be undone. The family can ask again.',
  },
  'POST /api/staff/care/:careId/extend': {
    shows: ['held'],
    sentences: () => [{ mark: 'clock', text: 'Nothing is collected while payments are on hold.' }],
    said: ({ body }) => `Payments are on hold until ${day(body['until'])}.`,
    undo: ({ before, now }) =>
      before.heldUntil !== null && new Date(before.heldUntil) > now
        ? {
            call: 'POST /api/staff/care/:careId/extend',
            body: { until: before.heldUntil },
          }
        : null,
    final: 'Choose another day instead.',
  },
} satisfies Record<string, ActionWords>
