import { createHash } from 'node:crypto'
import type { ActionEffect, FamilyCall } from '#contract/staff-actions.ts'
import { formatMoment } from '#domain/calendar/calendar.ts'
import type { Approval } from '../approvals/approvals.reads.ts'
import { actionWords, namesInWords } from './action-words.ts'
import type { Done, OfferedUndo } from './done-action.ts'
import type { MessageOfAction } from './family-reads.ts'
import { effectRowsOf } from './figures.ts'

export type Outcome = {
  messages: readonly MessageOfAction[]
  undo: OfferedUndo | null
  approval: Approval | undefined
}

export function actionEffectOf(
  call: FamilyCall,
  done: Done,
  { messages, undo, approval }: Outcome,
): ActionEffect {
  const words = actionWords[call]
  const { rows, hiddenDebits } = effectRowsOf(done.before, done.after, words.shows ?? [])
  const needsTwoPeople = approval !== undefined
  return {
    rows,
    sentences: [
      ...(words.sentences?.(done) ?? []),
      ...(hiddenDebits > 0
        ? [{ mark: 'calendar' as const, text: `${hiddenDebits} more days of payments are different.` }]
        : []),
      ...messageSentence(messages),
    ],
    familyReads: messages.map(({ message }) => message),
    needsTwoPeople,
    undo: {
      isPossible: undo !== null,
      words: undo
        ? (undo.words ?? `Can be undone until ${formatMoment(undo.until, done.before.region)}.`)
        : (words.final ?? 'Cannot be undone.'),
      until: undo?.until.toISOString() ?? null,
    },
    seen: fingerprint(rows, needsTwoPeople),
  }
}

function messageSentence(messages: Outcome['messages']): ActionEffect['sentences'] {
  const readers = (channel: 'email' | 'sms') => [
    ...new Set(
      messages
        .filter(({ message }) => message.channel === channel)
        .flatMap(({ firstName }) => firstName ?? []),
    ),
  ]
  const [mails, texts] = [readers('email'), readers('sms')]
  const gets = (names: string[]) => `${namesInWords(names)} ${names.length === 1 ? 'gets' : 'get'}`
  return [
    ...(mails.length > 0 ? [{ mark: 'mail' as const, text: `${gets(mails)} an email.` }] : []),
    ...(texts.length > 0 ? [{ mark: 'phone' as const, text: `${gets(texts)} a text message.` }] : []),
  ]
}

export function doneSentence(
  call: FamilyCall,
  done: Done,
  { messages, approval }: Pick<Outcome, 'messages' | 'approval'>,
): string {
  const sentence = actionWords[call].said(done)
  if (approval) return `${sentence} Waiting for a second approval.`
  const names = [...new Set(messages.flatMap(({ firstName }) => firstName ?? []))]
  if (names.length === 0) return sentence
  return `${sentence} ${namesInWords(names)} ${names.length === 1 ? 'is' : 'are'} notified.`
}

function fingerprint(rows: ActionEffect['rows'], needsTwoPeople: boolean): string {
  return createHash('sha256')
    .update(JSON.stringify([rows, needsTwoPeople]))
    .digest('base64url')
}
