import { formatDate, calendarDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import type { Definitions } from './definition.ts'
import { directDebitGuarantee } from './direct-debit-guarantee.ts'
import { accountRows, day, linesOf, money } from './wording.ts'
import { cents, type Cents } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'
import type { AboutMember } from './facts.ts'
import { portal, family, payment } from './sample-parts.ts'

type CancelledSum = { count: number; amount: Cents }

/** The facts of each of these letters. */
export type MethodFacts = {
  AccountActive: AboutMember & {
    firstCollection: { amount: Cents; on: CalendarDate } | null
    portalUrl: string
  }
  AccountClosed: AboutMember & {
    /** Payments of its plans that are no longer collected, and requests of schools that are cancelled. */
    payments: CancelledSum | null
    requests: CancelledSum | null
  }
  AccountReopened: AboutMember & {
    /** What is collected from its plans, and what of them is overdue. */
    payments: { on: CalendarDate; amount: Cents }[]
    overdue: CancelledSum | null
    portalUrl: string
  }
  DirectDebitAuthorised: {
    firstName: string
    region: Region
    displayName: string
    holderName: string
    on: CalendarDate
    text: string
    version: number
    agreementUrl: string
  }
  /** A payment method was added, chosen or removed. Sent to every member of the account. */
  MethodChanged: AboutMember & {
    displayName: string
    /** Added beside another or as the one that pays, chosen now or from a day on, left as it was, or removed. */
    change: 'Added' | 'AddedActive' | 'Active' | 'Planned' | 'Kept' | 'Removed'
    /** The day from which a planned change holds. */
    from: CalendarDate | null
    /** Payments that were announced before, with what is taken from the method that is chosen now. */
    announced?: readonly { on: CalendarDate; amount: Cents; surcharge: Cents }[]
    /** The time in the region's time zone, as a text. */
    at: string
    portalUrl: string
  }
  /** The bank has taken up a UK Direct Debit Instruction. */
  MandateActive: { firstName: string; displayName: string; reference: string }
  SourceUnusable: {
    firstName: string
    region: Region
    displayName: string
    /** Whether the bank ended the method or it expired. */
    cause: 'Bank' | 'Expiry'
    portalUrl: string
  }
  CardExpiring: { firstName: string; displayName: string; expiry: string; portalUrl: string }
}

/** "3 payments of $2,577.00 in all" */
function sumInWords({ count, amount }: CancelledSum, noun: string, region: Region): string {
  return count === 1
    ? `One ${noun} of ${money(amount, region)}`
    : `${count} ${noun}s of ${money(amount, region)} in all`
}

const reason = (brand: string) => `This message is about a payment method that you have saved with ${brand}.`

export const methodKinds: Definitions<MethodFacts> = {
  AccountActive: {
    sample: {
      ...family,
      region: 'AU',
      firstCollection: { amount: payment.amount, on: calendarDate('2026-03-20') },
      portalUrl: `${portal}/`,
    },
    write(facts, { brand }) {
      const first = facts.firstCollection
      return {
        subject: `Your ${brand} account is active`,
        preheader: first ? `The first payment is on ${day(first.on)}.` : 'Everything is set up.',
        title: 'Your account is active',
        paragraphs: [
          `Welcome. Everything is set up, and your account for ${facts.schoolName} is active.`,
          ...(first ? ['We will write to you again before the first payment.'] : []),
        ],
        ...(first
          ? {
              panel: {
                label: 'First payment',
                figure: money(first.amount, facts.region),
                detail: day(first.on),
              },
            }
          : {}),
        rows: accountRows(facts),
        button: { label: 'Go to your account', url: facts.portalUrl },
      }
    },
  },

  AccountClosed: {
    sample: {
      ...family,
      region: 'AU',
      payments: { count: 3, amount: cents(2_577_00) },
      requests: { count: 1, amount: cents(180_00) },
    },
    write(facts, { brand, support }) {
      const { phone, email } = support[facts.region]
      const { payments, requests, region } = facts
      return {
        subject: `Your ${brand} account is closed`,
        preheader: 'We do not collect any payments for it.',
        title: 'Your account is closed',
        paragraphs: [
          `We have closed your account for ${facts.schoolName}.`,
          ...(payments ? [`${sumInWords(payments, 'payment', region)} will not be collected.`] : []),
          ...(requests
            ? [
                `${sumInWords(requests, 'payment request', region)} ${requests.count === 1 ? 'is' : 'are'} cancelled.`,
              ]
            : []),
          payments || requests
            ? 'Please settle what is left of the fees with the school.'
            : 'There was nothing left to collect.',
        ],
        rows: accountRows(facts),
        closing: [`If you did not expect this, call ${phone} or write to ${email}.`],
      }
    },
  },

  AccountReopened: {
    sample: {
      ...family,
      region: 'AU',
      payments: [
        { on: calendarDate('2026-03-20'), amount: payment.amount },
        { on: calendarDate('2026-04-20'), amount: payment.amount },
      ],
      overdue: { count: 1, amount: payment.amount },
      portalUrl: `${portal}/`,
    },
    write(facts, { brand, support }) {
      const { phone, email } = support[facts.region]
      const { payments, overdue, region } = facts
      const [first] = payments
      return {
        subject: `Your ${brand} account is open again`,
        preheader: first ? `The next payment is on ${day(first.on)}.` : 'No payments are scheduled.',
        title: 'Your account is open again',
        paragraphs: [
          `We have opened your account for ${facts.schoolName} again.`,
          first
            ? 'We will collect the payments below. We will write to you again before each of them.'
            : 'No payments are scheduled.',
          ...(overdue
            ? [
                `${sumInWords(overdue, 'payment', region)} ${overdue.count === 1 ? 'is' : 'are'} overdue. We will not debit this: we will send you a link to pay it.`,
              ]
            : []),
        ],
        rows: [
          ...accountRows(facts),
          ...payments.map(({ on, amount }) => ({ label: day(on), value: money(amount, region) })),
        ],
        button: { label: 'Go to your account', url: facts.portalUrl },
        closing: [`If you did not expect this, call ${phone} or write to ${email}.`],
      }
    },
  },

  /** The customer's own copy of what they authorised. */
  DirectDebitAuthorised: {
    sample: {
      firstName: 'Amelia',
      region: 'AU',
      displayName: 'Bank account ending 3456',
      holderName: 'Amelia Hart',
      on: calendarDate('2026-03-10'),
      text: 'I authorise Larkwell to debit my account at the financial institution named above for the payments of my plan, until I say otherwise.',
      version: 3,
      agreementUrl: `${portal}/manage-payments`,
    },
    write(facts, { brand, support }) {
      const { phone, email } = support[facts.region]
      return {
        subject: 'Your direct debit authorisation',
        preheader: `${facts.displayName}. Please keep this copy.`,
        paragraphs: [
          `On ${formatDate(facts.on)} you authorised us to debit a bank account. Please keep this copy.`,
        ],
        rows: [
          { label: 'Bank account', value: facts.displayName },
          { label: 'Held by', value: facts.holderName },
          { label: 'Date', value: formatDate(facts.on) },
          { label: 'Collected by', value: brand },
        ],
        note: { tone: 'info', title: `You agreed to (version ${facts.version})`, lines: linesOf(facts.text) },
        button: { label: 'Get it with its terms as a PDF', url: facts.agreementUrl },
        closing: [
          `You can change your payment method at any time in the portal. To stop or dispute a debit, call ${phone} or write to ${email}.`,
          'If you did not do this, please call us at once.',
        ],
        reason: reason(brand),
      }
    },
  },

  MethodChanged: {
    sample: {
      ...family,
      region: 'AU',
      displayName: 'Visa ending 4242',
      change: 'Planned',
      from: calendarDate('2026-03-25'),
      at: '20 March 2026 at 9:41 am',
      portalUrl: `${portal}/manage-payments`,
    },
    write(facts, { support }) {
      const { region, displayName, change, from, announced = [], at, portalUrl } = facts
      const { title, line } = changeWords(change, from)
      const { phone, email } = support[region]
      return {
        subject: `${title}: ${displayName}`,
        preheader: line,
        title,
        paragraphs: [
          line,
          ...announced.map((debit) => debitLine(debit, region)),
          'If this was you or somebody who shares the account, there is nothing for you to do.',
        ],
        rows: [
          { label: 'Payment method', value: displayName },
          ...accountRows(facts),
          { label: 'When', value: at },
        ],
        note: {
          tone: 'caution',
          title: 'If you did not expect this',
          lines: [`Please call us at once on ${phone} or write to ${email}.`],
        },
        button: { label: 'See your payment methods', url: portalUrl },
      }
    },
  },

  MandateActive: {
    sample: { firstName: 'Harriet', displayName: 'Bank account ending 2345', reference: 'LARK-7F2K9Q' },
    write: ({ displayName, reference }, { brand }) => ({
      subject: 'Your Direct Debit is set up',
      preheader: `${displayName}, reference ${reference}.`,
      paragraphs: [
        'Your bank has confirmed your Direct Debit Instruction. You will find the reference on your bank statements.',
      ],
      rows: [
        { label: 'Bank account', value: displayName },
        { label: 'Reference', value: reference },
        { label: 'Collected by', value: brand },
      ],
      aside: directDebitGuarantee,
      closing: ['We write to you before each payment. There is nothing for you to do.'],
      reason: reason(brand),
    }),
  },

  /** Sent before the method causes a failed payment. */
  SourceUnusable: {
    sample: {
      firstName: 'Amelia',
      region: 'AU',
      displayName: 'Bank account ending 3456',
      cause: 'Bank',
      portalUrl: `${portal}/manage-payments`,
    },
    write: ({ displayName, cause, portalUrl }, { brand }) => ({
      subject: 'Your payment method can no longer be used',
      preheader: `${displayName}: please choose another one before your next payment.`,
      title: 'Please choose another payment method',
      paragraphs: [
        cause === 'Bank'
          ? 'Your bank told us that we can no longer take payments from the payment method below.'
          : 'The card below has expired, so we can no longer take payments from it.',
        'Please add another one, or choose one that you have saved, so that your next payment goes through.',
      ],
      rows: [{ label: 'Payment method', value: displayName }],
      button: { label: 'Choose a payment method', url: portalUrl },
      reason: reason(brand),
    }),
  },

  CardExpiring: {
    sample: {
      firstName: 'Amelia',
      displayName: 'Visa ending 4242',
      expiry: '2026-04',
      portalUrl: `${portal}/manage-payments`,
    },
    write: ({ displayName, expiry, portalUrl }, { brand }) => ({
      subject: `Your card expires soon: ${displayName}`,
      preheader: 'Please add your new card before the next payment.',
      title: 'Your card expires soon',
      paragraphs: [
        `${displayName} works until the end of ${onCard(expiry)}. When your bank has sent you the new card, please add it in the portal, so that your payments go on.`,
      ],
      rows: [
        { label: 'Card', value: displayName },
        { label: 'Expires', value: onCard(expiry) },
      ],
      button: { label: 'Add your new card', url: portalUrl },
      closing: [
        'Some banks send us the new card details. If yours does, the date in the portal changes by itself, and there is nothing for you to do.',
      ],
      reason: reason(brand),
    }),
  },
}

/** "We take $431.27 from it on 3 December 2026, with a card surcharge of $4.27." */
function debitLine(
  { on, amount, surcharge }: { on: CalendarDate; amount: Cents; surcharge: Cents },
  region: Region,
): string {
  const extra = surcharge > 0 ? `with a card surcharge of ${money(surcharge, region)}` : 'without a surcharge'
  return `We take ${money(cents(amount + surcharge), region)} from it on ${day(on)}, ${extra}.`
}

function changeWords(
  change: MethodFacts['MethodChanged']['change'],
  from: CalendarDate | null,
): { title: string; line: string } {
  switch (change) {
    case 'Added':
      return {
        title: 'A payment method was added',
        line: 'It is saved in your account. Your payments are still taken as before.',
      }
    case 'AddedActive':
      return {
        title: 'A payment method was added',
        line: 'It is saved in your account, and your payments are taken from it.',
      }
    case 'Active':
      return {
        title: 'Your payment method has changed',
        line: 'From now on your payments are taken from it.',
      }
    case 'Planned':
      return {
        title: 'Your payment method will change',
        line: `Your payments are taken from it from ${from === null ? 'then on' : day(from)}. What is collected before that day stays with the method you have now.`,
      }
    case 'Kept':
      return {
        title: 'Your payment method stays as it is',
        line: 'The change that was planned is cancelled. Your payments are taken from it as before.',
      }
    case 'Removed':
      return {
        title: 'A payment method was removed',
        line: 'It is no longer saved in your account, and nothing can be taken from it.',
      }
  }
}

/** "04/2027", as it is printed on the card, for the month as it is stored. */
function onCard(expiry: string): string {
  return expiry.replace(/^(\d{4})-(\d{2})$/, '$2/$1')
}
