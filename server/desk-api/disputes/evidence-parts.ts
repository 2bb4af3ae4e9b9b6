import { dateIn, formatDate, formatMoment, type CalendarDate } from '#domain/calendar/calendar.ts'
import type { EvidencePart } from '#domain/dispute-evidence.ts'
import { formatCurrency, sumOf, toDecimal, type Cents } from '#domain/money.ts'
import { withinSentence } from '#domain/payment-methods/payment-methods.ts'
import { tuitionYearName } from '#domain/plan/payment-schedule.ts'
import type { EvidenceSheet } from '../../letters/documents/evidence-document.ts'
import type { ReceiptFacts } from '../../letters/messages/receipt-document.ts'
import type { ReceiptDetails } from '../../letters/messages/facts.ts'
import { referenceOf } from '../../books/payments/receipt.ts'
import type { EvidenceFile } from '../../platform/providers/stripe/dispute-answers.ts'
import type { EvidenceFacts } from './evidence-facts.store.ts'

/** The source of a file: the same facts are the same file. */
export type FileSource = { kind: 'Receipt'; facts: ReceiptFacts } | { kind: 'Sheet'; sheet: EvidenceSheet }

export type OfferedPart = {
  part: EvidencePart
  title: string
  detail: string
  file?: { field: EvidenceFile; fileName: string; source: FileSource }
  /** A text for the activity log. */
  log?: string
}

/** The text of a message that was sent. */
export type MessageText = { subject: string | null; text: string }
export type ReadMessage = (message: { kind: string; facts: unknown }) => MessageText

/** The parts of the evidence that can be offered, in display order. */
export function offeredParts(
  facts: EvidenceFacts,
  receipt: ReceiptDetails | undefined,
  readMessage: ReadMessage,
): OfferedPart[] {
  return [
    ...agreement(facts),
    ...mandate(facts),
    ...plan(facts),
    ...notice(facts, readMessage),
    ...receiptPart(facts, receipt),
    ...earlierPayments(facts),
    ...logIns(facts),
    ...messages(facts, readMessage),
  ]
}

/** The proposed text for the bank, which staff can replace. */
export function proposedWords(facts: EvidenceFacts): string {
  const { school, plan, earlier, notice } = facts
  const sentences = [
    plan
      ? `School fees at ${school}, paid in ${plan.instalments.length} instalments under a payment plan of ${formatDate(dayOf(plan.savedAt, facts))}.`
      : `School fees at ${school}.`,
    earlier.length > 0 && !earlier.some(({ isDisputed }) => isDisputed)
      ? `The payer paid ${earlier.length} ${earlier.length === 1 ? 'time' : 'times'} before in the same way, without objection.`
      : '',
    notice
      ? `We told them of this payment, with its sum and its day, on ${formatDate(dayOf(notice.sentAt, facts))}.`
      : '',
  ]
  return sentences.filter(Boolean).join(' ')
}

const dayOf = (instant: string, { region }: Pick<EvidenceFacts, 'region'>): CalendarDate =>
  dateIn(region, new Date(instant))
const momentOf = (instant: string, { region }: EvidenceFacts) => formatMoment(new Date(instant), region)
const money = (amount: Cents, { region }: EvidenceFacts) => formatCurrency(toDecimal(amount), region)
const nameOf = ({ payer }: EvidenceFacts) => (payer ? `${payer.firstName} ${payer.lastName}` : 'The payer')

function sheetOf(
  facts: EvidenceFacts,
  content: Pick<EvidenceSheet, 'title' | 'underneath' | 'heading'> & Partial<EvidenceSheet>,
): FileSource {
  const { region, shortId, school, payment } = facts
  const sheet: EvidenceSheet = {
    region,
    shortId,
    dated: payment.paidOn,
    paragraphs: [],
    table: null,
    ...content,
    facts: [['Payer', nameOf(facts)], ['Account', shortId], ['School', school], ...(content.facts ?? [])],
  }
  return { kind: 'Sheet', sheet }
}

const paragraphsOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.replace(/^# /, '').trim())
    .filter((line) => line !== '')

type Consent = EvidenceFacts['consents'][number]

function consentSheet(facts: EvidenceFacts, consent: Consent, title: string): FileSource {
  return sheetOf(facts, {
    title,
    underneath: `Accepted on ${momentOf(consent.givenAt, facts)}`,
    facts: [
      ['Accepted by', consent.by],
      ['Version', String(consent.version)],
      ...(consent.address ? [['Internet address', consent.address] as [string, string]] : []),
    ],
    heading: 'What was agreed to, word for word',
    paragraphs: paragraphsOf(consent.text ?? ''),
  })
}

function agreement(facts: EvidenceFacts): OfferedPart[] {
  const consent = facts.consents.find(({ kind, text }) => kind === 'ProductSwitch' && text !== null)
  if (!consent) return []
  return [
    {
      part: 'Agreement',
      title: `Agreement, accepted ${formatDate(dayOf(consent.givenAt, facts))}`,
      detail: `By ${consent.by}, with date, words and version ${consent.version}`,
      file: {
        field: 'customer_signature',
        fileName: 'Agreement.pdf',
        source: consentSheet(facts, consent, 'Agreement'),
      },
    },
  ]
}

function mandate(facts: EvidenceFacts): OfferedPart[] {
  const consent = facts.consents.find(
    ({ kind, text }) => kind === 'DirectDebitAuthorisation' && text !== null,
  )
  if (!consent) return []
  return [
    {
      part: 'Mandate',
      title: `Direct debit mandate, given ${formatDate(dayOf(consent.givenAt, facts))}`,
      detail: `By ${consent.by}, with date, words and version ${consent.version}`,
      file: {
        field: 'customer_signature',
        fileName: 'Direct debit mandate.pdf',
        source: consentSheet(facts, consent, 'Direct debit mandate'),
      },
    },
  ]
}

function plan(facts: EvidenceFacts): OfferedPart[] {
  if (!facts.plan) return []
  const { instalments, savedAt, tuitionYear } = facts.plan
  const saved = formatDate(dayOf(savedAt, facts))
  const total = sumOf(instalments)
  return [
    {
      part: 'Plan',
      title: `Payment plan ${tuitionYearName(tuitionYear, facts.region)}, of ${saved}`,
      detail: `${instalments.length} payments, ${money(total, facts)} in all; without the student`,
      file: {
        field: 'service_documentation',
        fileName: 'Payment plan.pdf',
        source: sheetOf(facts, {
          title: 'Payment plan',
          underneath: `As of ${saved}`,
          heading: 'Payments agreed on',
          table: {
            columns: ['Due', 'Amount'],
            rows: instalments.map(({ dueOn, amount }) => [formatDate(dueOn), money(amount, facts)]),
          },
        }),
      },
    },
  ]
}

function notice(facts: EvidenceFacts, readMessage: ReadMessage): OfferedPart[] {
  if (!facts.notice) return []
  const { recipient, sentAt } = facts.notice
  const { subject, text } = readMessage(facts.notice)
  return [
    {
      part: 'Notice',
      title: `Notice mailed ${formatDate(dayOf(sentAt, facts))}`,
      detail: 'Before the payment, with sum and day',
      file: {
        field: 'customer_communication',
        fileName: 'Notice of the payment.pdf',
        source: sheetOf(facts, {
          title: 'Notice of the payment',
          underneath: `Mailed on ${momentOf(sentAt, facts)}`,
          facts: [['To', recipient]],
          heading: subject ?? 'Notice',
          paragraphs: paragraphsOf(text),
        }),
      },
    },
  ]
}

function receiptPart(facts: EvidenceFacts, details: ReceiptDetails | undefined): OfferedPart[] {
  if (!details) return []
  const { payment, receipt, region, shortId, school } = facts
  const reference = referenceOf(payment)
  return [
    {
      part: 'Receipt',
      title: receipt
        ? `Receipt mailed ${formatDate(dayOf(receipt.sentAt, facts))}`
        : `Receipt of ${formatDate(payment.paidOn)}`,
      detail: receipt ? 'To the address that the payer gave; without the student' : 'Without the student',
      file: {
        field: 'receipt',
        fileName: 'Receipt.pdf',
        source: {
          kind: 'Receipt',
          // Other debts are not the bank's business.
          facts: {
            ...payment,
            ...details,
            students: [],
            credit: null,
            stillToPay: null,
            region,
            shortId,
            schoolName: school,
            reference,
          },
        },
      },
    },
  ]
}

function earlierPayments(facts: EvidenceFacts): OfferedPart[] {
  const { earlier, payment } = facts
  const [first, last] = [earlier[0], earlier.at(-1)]
  if (!first || !last) return []
  const disputed = earlier.filter(({ isDisputed }) => isDisputed).length
  const count = `${earlier.length} earlier ${earlier.length === 1 ? 'payment' : 'payments'}`
  return [
    {
      part: 'EarlierPayments',
      title: `${count} from the same method`,
      detail: `${formatDate(first.paidOn)} to ${formatDate(last.paidOn)}, ${disputed === 0 ? 'none' : disputed} disputed`,
      file: {
        field: 'uncategorized_file',
        fileName: 'Earlier payments.pdf',
        source: sheetOf(facts, {
          title: 'Earlier payments',
          underneath: `From ${withinSentence(payment.methodName ?? 'the same method')}`,
          heading: count,
          table: {
            columns: ['Paid', 'Amount', 'Disputed'],
            rows: earlier.map(({ paidOn, amount, isDisputed }) => [
              formatDate(paidOn),
              money(amount, facts),
              isDisputed ? 'yes' : 'no',
            ]),
          },
        }),
      },
    },
  ]
}

function logIns(facts: EvidenceFacts): OfferedPart[] {
  const [last] = facts.logIns
  if (!last) return []
  const lines = facts.logIns.map(
    ({ at, by, isByLink }) =>
      `${momentOf(at, facts)}: ${by}, ${isByLink ? 'by a mailed link' : 'with a code'}`,
  )
  return [
    {
      part: 'LogIns',
      title: 'Log-ins of the account',
      detail: `${facts.logIns.length}, the last on ${formatDate(dayOf(last.at, facts))}`,
      log: ['Log-ins, newest first', ...lines].join('\n'),
    },
  ]
}

function messages(facts: EvidenceFacts, readMessage: ReadMessage): OfferedPart[] {
  const [last] = facts.messages
  if (!last) return []
  const lines = facts.messages.map((message) => {
    const { subject, text } = readMessage(message)
    return `${momentOf(message.sentAt, facts)}: ${subject ?? text}, to ${message.recipient}`
  })
  return [
    {
      part: 'Messages',
      title: `Log of ${facts.messages.length} messages`,
      detail: `The last on ${formatDate(dayOf(last.sentAt, facts))}, each with its subject`,
      log: ['Messages that we sent, newest first', ...lines].join('\n'),
    },
  ]
}
