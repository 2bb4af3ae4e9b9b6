import { describe, expect, it } from 'vitest'
import { calendarDate, formatDate, isCalendarDate } from '#domain/calendar/calendar.ts'
import { cents, formatCurrency, toDecimal } from '#domain/money.ts'
import { frequencyWord, type Frequency } from '#domain/plan/payment-schedule.ts'
import { declineReasons, declineText, type DeclineReason } from '#domain/payments.ts'
import type { Region } from '#domain/region.ts'
import { withinSentence } from '#domain/payment-methods/payment-methods.ts'
import { surchargePercentage } from '#domain/payment-methods/surcharges.ts'
import { escapeHtml } from '../../platform/http/html.ts'
import type { MessageContext } from './definition.ts'
import type { MessageFacts, MessageKind } from './message.ts'
import type { RenewedPlan } from './plan-facts.ts'
import { channelOf, isSecret, messageKinds, ownWords, render, renderStored, sampleFacts } from './render.ts'
import { samplePayUrl } from './sample-parts.ts'
import { isPlain } from './text-message.ts'

const context: MessageContext = {
  brand: 'Larkwell',
  portalOrigin: 'https://portal.larkwell.example',
  support: {
    AU: { phone: '1300 139 445', email: 'help@larkwell.example' },
    UK: { phone: '020 7946 0445', email: 'help.uk@larkwell.example' },
  },
  legalEntity: {
    AU: { name: 'Larkwell Pty Ltd', number: '12 345 678 901' },
    UK: { name: 'Larkwell UK Ltd', number: '00000000' },
  },
  region: null,
  payUrl: samplePayUrl,
}

type Facts = Record<string, unknown>
type Case = [kind: MessageKind, about: string, facts: Facts]
const but = <Kind extends MessageKind>(
  kind: Kind,
  about: string,
  changes: Partial<MessageFacts[Kind]>,
): Case => [kind, about, { ...sampleFacts[kind], ...changes }]

const planWith = (method: RenewedPlan['method']) => ({ ...sampleFacts.PlanToReview.plan!, method })
const needsMethod = {
  methodsUrl: 'https://portal.larkwell.example/manage-payments',
  portalUrl: undefined,
}

const cases: Case[] = [
  ...messageKinds.map((kind): Case => [kind, 'as it mostly is', sampleFacts[kind]]),
  but('StaffTwoFactor', 'set up', { status: 'Enrolled', by: null }),
  but('StaffTwoFactor', 'removed', { status: 'Removed', by: null }),
  but('StaffTwoFactor', 'with new recovery codes', { status: 'RecoveryCodesRenewed', by: null }),
  but('StaffTwoFactor', 'with a recovery code used', { status: 'RecoveryCodeUsed', by: null, codesLeft: 1 }),
  but('ContactChanged', 'to the new address', { stopUrl: null }),
  but('ContactChanged', 'of the e-mail alone', { mobile: null }),
  but('ContactChanged', 'whose mobile was taken away', { mobile: { from: '***156', to: null } }),
  but('ContactChanged', 'whose mobile is the first', { mobile: { from: null, to: '***157' } }),
  but('ContactChangedText', 'to the new number', { stopUrl: null }),
  but('Receipt', 'without a surcharge', { surcharge: cents(0), basisPoints: 0, methodName: null }),
  but('Receipt', 'that was stored without details', { details: undefined }),
  but('Receipt', 'of which a part is credit', {
    details: {
      payerName: null,
      students: [],
      pays: [],
      instalment: null,
      period: null,
      credit: cents(120_00),
      stillToPay: null,
    },
  }),
  but('Receipt', 'in pounds', { region: 'UK', surcharge: cents(0), basisPoints: 0 }),
  ...declineReasons.map((reason) => but('PaymentFailed', reason, { reason, retryOn: null })),
  but('PaymentFailed', 'of a bank account', { reason: 'insufficient_funds', methodType: 'BankAccount' }),
  but('PaymentOverdue', 'of a bank account', { reason: 'insufficient_funds', methodType: 'BankAccount' }),
  but('PaymentFailed', 'by link', { retryOn: null, requestId: 'a-request' }),
  but('PaymentReturned', 'by link', { requestId: 'a-request' }),
  but('PaymentReturned', 'in the United Kingdom', { region: 'UK' }),
  but('PaymentReturned', 'that was stored without details', {
    paidOn: undefined,
    owing: undefined,
    dueOn: undefined,
  }),
  but('DisputeOpened', 'by link', { requestId: 'a-request' }),
  but('DisputeOpened', 'as a question', { isInquiry: true }),
  but('DisputeDecided', 'for the payment', { outcome: 'Won', owing: cents(0), dueOn: null }),
  but('DisputeDecided', 'of a question', { outcome: 'Dropped', owing: cents(0), dueOn: null }),
  but('DisputeDecided', 'after it was paid another way', { owing: cents(0) }),
  but('PaymentOverdue', 'that was never tried', { reason: null }),
  but('PaymentOverdue', 'of several payments, with a fee', {
    parts: [
      { dueOn: calendarDate('2026-03-20'), amount: cents(400_00) },
      { dueOn: calendarDate('2026-04-03'), amount: cents(11_25) },
    ],
    fee: cents(25_00),
    reminders: 1,
  }),
  but('UpcomingDebit', 'from a card', { region: 'AU', mandateReference: null, surcharge: cents(5_12) }),
  but('UpcomingDebit', 'of two instalments', {
    amount: cents(1_024_80),
    parts: [
      { dueOn: calendarDate('2026-09-30'), amount: cents(512_30), isRetry: true },
      { dueOn: calendarDate('2026-10-05'), amount: cents(512_50), isRetry: false },
    ],
  }),
  but('UpcomingDebit', 'of two plans', {
    amount: cents(1_024_80),
    parts: [
      { dueOn: calendarDate('2026-09-30'), amount: cents(512_30), isRetry: false, tuitionYear: 2025 },
      { dueOn: calendarDate('2026-09-30'), amount: cents(512_50), isRetry: false, tuitionYear: 2026 },
    ],
  }),
  but('UpcomingDebit', 'after a late notice', {
    parts: [{ dueOn: calendarDate('2026-10-01'), amount: cents(512_40), isRetry: false }],
  }),
  but('UpcomingDebit', 'on a later day because of a holiday', {
    movedFrom: { day: calendarDate('2026-10-02'), reason: 'Day of Mourning' },
  }),
  but('UpcomingDebit', 'on a later day because its notice needs longer', {
    movedFrom: { day: calendarDate('2026-10-02'), reason: null },
  }),
  but('UpcomingDeposit', 'on a later day because of a holiday', {
    movedFrom: { day: calendarDate('2026-03-19'), reason: 'Day of Mourning' },
  }),
  but('UpcomingDeposit', 'of two instalments', {
    parts: [
      { dueOn: calendarDate('2026-03-19'), amount: cents(200_00), isRetry: false },
      { dueOn: calendarDate('2026-03-20'), amount: cents(235_60), isRetry: false },
    ],
  }),
  but('PaymentFailed', 'to be tried again on the day of an instalment', {
    onThatDay: {
      total: cents(1_634_20),
      parts: [
        { dueOn: calendarDate('2026-03-20'), amount: cents(817_00), isRetry: true },
        { dueOn: calendarDate('2026-03-25'), amount: cents(809_00), isRetry: false },
      ],
    },
  }),
  but('PaymentRequest', 'for no period', { periodName: null }),
  but('PlanSaved', 'of one payment', {
    count: 1,
    last: sampleFacts.PlanSaved.amount,
    endDate: sampleFacts.PlanSaved.startDate,
  }),
  but('PlanSaved', 'with a declared discount', { declared: ['Staff discount of 10% for Oliver Hart'] }),
  but('DiscountReviewed', 'confirmed', { reason: null, change: null }),
  but('PlanReviewed', 'approved', { outcome: 'Approved', reason: null }),
  but('PlanReviewed', 'declined', { outcome: 'Declined' }),
  but('DecisionTakenBack', 'where money goes on', { about: 'your invoice', isCollectionStopped: false }),
  ...(
    ['PlanReviewed', 'DiscountReviewed', 'FeesReviewed', 'IdentityReviewed', 'InvoiceReviewed'] as const
  ).map((kind) => but(kind, 'in the words of staff', { words: 'We have looked at it.', reason: null })),
  ...(['PlanToReview', 'RenewalReminder', 'RenewalResumed'] as const).flatMap((kind): Case[] => [
    but(kind, 'without a payment method', { plan: planWith(null), ...needsMethod }),
    but(kind, 'of a family that has saved it, on a card that ends before', {
      isConfirmed: true,
      plan: planWith({
        name: 'Visa ending 4242',
        trouble: 'CardExpired',
        lastDay: calendarDate('2026-12-31'),
      }),
      ...needsMethod,
    }),
    but(kind, 'whose direct debit has ended', {
      plan: planWith({ name: 'Bank account ending 6789', trouble: 'MandateEnded', lastDay: null }),
      ...needsMethod,
    }),
    but(kind, 'whose method was refused', {
      plan: planWith({ name: 'Visa ending 4242', trouble: 'Refused', lastDay: null }),
      ...needsMethod,
    }),
    but(kind, 'as it was stored without figures', { plan: undefined, region: undefined }),
  ]),
  but('RenewalHeld', 'in the United Kingdom', { region: 'UK' }),
  ...(['Held', 'InReview', 'Choose', 'Later'] as const).flatMap((kind): Case[] => [
    but('PlanCompleted', `before one that is ${kind}`, {
      next: { kind, tuitionYear: 2027 },
      portalUrl: kind === 'Choose' ? sampleFacts.PlanCompleted.portalUrl : undefined,
      ...(kind === 'Held' && needsMethod),
    }),
    but('TemporaryPlanEnded', `before one that is ${kind}`, {
      remaining: null,
      next: { kind, tuitionYear: 2027 },
      portalUrl: kind === 'Choose' ? sampleFacts.TemporaryPlanEnded.portalUrl : undefined,
      ...(kind === 'Held' && needsMethod),
    }),
  ]),
  but('PlanCompleted', 'of a family that leaves', { next: { kind: 'Nothing' }, portalUrl: undefined }),
  but('PlanCompleted', 'of a temporary plan, before one that has begun', {
    isTemporary: true,
    next: { ...sampleFacts.PlanCompleted.next!, editUntil: null } as never,
  }),
  but('PlanCompleted', 'as it was stored without what comes next', {
    paid: undefined,
    next: undefined,
    portalUrl: undefined,
  }),
  but('TemporaryPlanEnded', 'with an overdue payment', { remaining: null, overdue: cents(859_00) }),
  but('PlanReviewed', 'approved with a later first day', {
    outcome: 'Approved',
    reason: null,
    first: { on: calendarDate('2026-02-20'), instead: calendarDate('2026-02-02') },
  }),
  but('PlanUnfinished', 'that is still to start', { isPast: false }),
  but('PlanUnfinished', 'that the family cannot save', { portalUrl: null }),
  but('PlanUnfinished', 'under review', { status: 'InReview' }),
  but('PlanUnfinished', 'under review before its first day', { status: 'InReview', isPast: false }),
  but('PlanUnfinished', 'that is missing', { status: 'NoPlan', isPast: false }),
  but('PlanUnfinished', 'that is missing and blocked', { status: 'NoPlan', portalUrl: null }),
  but('FeesChanged', 'with nothing left to collect', {
    region: 'UK',
    after: { total: cents(3_490_00), toCollect: cents(0), each: cents(0) },
    firstOn: null,
  }),
  but('FeesChangedReview', 'of a plan in review', { status: 'InReview' }),
  but('FeesChangedReview', 'of a completed plan', { status: 'Completed' }),
  but('FeesReviewed', 'settled', { outcome: 'Settled', reason: null }),
  ...(['Added', 'AddedActive', 'Active', 'Kept', 'Removed'] as const).map((change) =>
    but('MethodChanged', change, { change, from: null }),
  ),
  but('DoneByStaff', 'at their own desk', { isAtDesk: true }),
  but('AccountActive', 'without a payment to come', { firstCollection: null }),
  but('AccountClosed', 'with nothing left to collect', { payments: null, requests: null }),
  but('AccountClosed', 'with requests of schools alone', { payments: null }),
  but('AccountReopened', 'with nothing to collect', { payments: [], overdue: null }),
  but('AccountReopened', 'with nothing overdue', { overdue: null }),
  but('SwitchCompleted', 'with a plan already', { frequency: 'Fortnight' }),
  but('IdentityReviewed', 'approved', { outcome: 'Approved', reason: null }),
  but('InvoiceReviewed', 'declined', { outcome: 'Declined', reason: 'It is for another child.' }),
  but('SupportMessage', 'of a visitor', { name: null, accounts: null }),
  but('SupportMessage', 'about an arrangement', {
    about: 'The arrangement H-4127 of account LW20418, proposed by Leila Ward',
  }),
  but('SupportReply', 'to a visitor', { firstName: null }),
  but('BankAccountChanged', 'removed', { status: 'Removed', payableFrom: null }),
  but('WithdrawalDecided', 'approved', { status: 'Approved' }),
  but('WithdrawalDecided', 'declined', { status: 'Declined', reason: 'The account has a payment to come.' }),
]

const written = (kind: MessageKind, facts: Facts) => {
  const words = render(kind, facts as never, context)
  return { subject: '', html: words.text, ...words }
}

/** How a fact reads; some are said in other words, which the cases below look at. */
function saying(name: string, value: unknown, facts: Facts): string[] {
  const region = (facts['region'] ?? 'AU') as Region
  if (
    value === null ||
    value === undefined ||
    ['region', 'outcome', 'status', 'change', 'kind', 'event', 'trouble'].includes(name) ||
    ['isAtDesk', 'isConfirmed', 'isTemporary', 'isPast'].includes(name)
  )
    return []
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([part, its]) => saying(part, its, facts))
  if (name === 'requestId') return [samplePayUrl]
  if (name === 'isRetry') return value ? ['tried again'] : []
  if (name === 'isCollectionStopped') return value ? ['Nothing is collected for it'] : []
  if (name === 'isInquiry') return [value ? 'has a question' : 'was disputed']
  if (name === 'frequency') return [frequencyWord(value as Frequency).toLowerCase()]
  if (['methodType', 'paymentId', 'reminders'].includes(name)) return []
  if (name === 'reason' && (declineReasons as readonly string[]).includes(value as string))
    return [declineText(value as DeclineReason, facts['methodType'] as never)]
  if (name === 'expiry') return [(value as string).split('-').reverse().join('/')]
  if (name === 'basisPoints') return value === 0 ? [] : [surchargePercentage(value as number)]
  if (name === 'body') return (value as string).split('\n')
  if (
    /^(amount|surcharge|fee|credit|last|left|owing|toCollect|each|paid|overdue|(total|payment)(Before|After)?)$/.test(
      name,
    )
  )
    return value === 0 ? [] : [formatCurrency(toDecimal(value as never), region)]
  return [isCalendarDate(value) ? formatDate(value) : `${value as string | number}`]
}

describe('Every message', () => {
  it.each(cases)('%s, %s, says all of its facts', (kind, _, facts) => {
    const { text, html } = written(kind, facts)
    for (const [name, value] of Object.entries(facts))
      for (const words of saying(name, value, facts)) {
        expect(text.toLowerCase()).toContain(words.toLowerCase())
        expect(html.toLowerCase()).toContain(escapeHtml(words).toLowerCase())
      }
    for (const part of [text, html]) expect(part).not.toMatch(/undefined|NaN|\[object|null|Invalid/)
  })

  it.each(cases.filter(([kind]) => channelOf(kind) === 'email'))(
    '%s, %s, is a letter that loads nothing and leads only where it says',
    (kind, _, facts) => {
      const { subject, text, html } = written(kind, facts)
      expect(subject).not.toBe('')
      expect(subject.length).toBeLessThan(100)
      expect(html).toMatch(/<html lang="en"/)
      expect(html.match(/<h1/g)).toHaveLength(1)
      expect(html).not.toMatch(/<img|<script|<svg|<link|@import|url\(|src=/)
      const given = Object.values(facts).find((value) => /^https?:/.test(String(value)))
      const addresses = [...html.matchAll(/https?:\/\/[^\s"<]+/g)].map(([address]) => address)
      for (const address of addresses)
        expect(address === escapeHtml(String(given)) || address.startsWith(context.portalOrigin)).toBe(true)
      for (const address of addresses) expect(text).toContain(address.replaceAll('&amp;', '&'))
    },
  )

  it.each(cases.filter(([kind]) => channelOf(kind) === 'email'))(
    '%s, %s, reads the same as text',
    (kind, _, facts) => {
      const { text, html } = written(kind, facts)
      const body = html.slice(html.indexOf('<h1'))
      // A sentence in front of an address is of use only where the address can be clicked.
      const pieces = [...body.matchAll(/>([^<>]+)</g)]
        .map(([, piece = '']) => piece.trim())
        .filter((piece) => piece !== '' && piece !== 'Or open this address:')
      for (const piece of pieces) expect(escapeHtml(text)).toContain(piece)
    },
  )

  it.each(cases.filter(([kind]) => channelOf(kind) === 'sms'))(
    '%s, %s, is one text message of the plain alphabet, with our name',
    (kind, _, facts) => {
      const { text } = written(kind, facts)
      expect(text.length).toBeLessThanOrEqual(160)
      expect(isPlain(text)).toBe(true)
      expect(text).toContain('Larkwell')
    },
  )

  it.each(messageKinds.filter((kind) => channelOf(kind) === 'email'))(
    '%s shows what people are called as it is, not as HTML or as a header',
    (kind) => {
      const rude = 'A<b>&"x"\r\nBcc: a@b.example'
      const names = [
        'firstName',
        'schoolName',
        'displayName',
        'holderName',
        'name',
        'periodName',
        'methodName',
      ]
      const facts: Facts = { ...sampleFacts[kind] }
      for (const name of names) if (typeof facts[name] === 'string') facts[name] = rude
      const { subject, text, html } = written(kind, facts)
      expect(html).toContain('A&lt;b&gt;&amp;&quot;x&quot; Bcc: a@b.example')
      expect(html).not.toContain('<b>')
      expect(subject).not.toMatch(/[\r\n]/)
      expect(text).not.toMatch(/^Bcc/m)
    },
  )
})

describe('A message', () => {
  const secrets = [
    'LogInCode',
    'LogInLink',
    'StaffCode',
    'ContactChanged',
    'ContactChangedText',
    'CustomerErased',
    'SavedMethodCode',
    'SavedMethodCodeMail',
    'WithdrawalCode',
    'BankAccountCode',
  ] as const

  it.each(secrets)('%s is a secret', (kind) => {
    expect(isSecret(kind)).toBe(true)
  })

  it('of any other kind may be kept', () => {
    expect(messageKinds.filter(isSecret)).toEqual(secrets)
  })

  it.each([
    [
      'with a link where it was sent to the former number',
      { stopUrl: 'https://p.example/stop' },
      /Not you\? Stop it: https:\/\/p\.example\/stop$/,
    ],
    ['with our number where it was sent to the new one', { stopUrl: null }, /Not you\? Call 1300 139 445$/],
    ['without the number that is gone', { mobile: { to: null } }, /your mobile was removed/],
    [
      'of an e-mail that is long',
      { mobile: null, email: { to: `c***@${'long'.repeat(30)}.example` } },
      /your email is now c\*\*\*@longlong/,
    ],
  ])('by text about changed contact details, %s', (_, changes, expected) => {
    const { text } = written('ContactChangedText', { ...sampleFacts.ContactChangedText, ...changes })
    expect(text).toMatch(expected)
    expect(text.length).toBeLessThanOrEqual(160)
    expect(isPlain(text)).toBe(true)
  })

  it.each(['LogInCode', 'SavedMethodCode', 'WithdrawalCode'] as const)(
    '%s ends with the line by which phones fill the code in, on our page only',
    (kind) => {
      const { text } = written(kind, sampleFacts[kind])
      expect(text.split('\n').at(-1)).toBe(`@portal.larkwell.example #${sampleFacts[kind].code}`)
    },
  )

  it('of a withdrawal code names the whole bank account', () => {
    const { text } = written('WithdrawalCode', sampleFacts.WithdrawalCode)
    expect(text).toContain(withinSentence(sampleFacts.WithdrawalCode.bankAccount))
  })

  it('that announces a bank debit carries what the scheme asks for', () => {
    const { text } = written('UpcomingDebit', sampleFacts.UpcomingDebit)
    for (const fact of [
      '£512.40',
      'Monday 5 October 2026',
      'Monthly',
      'LARK-7F2K9Q',
      'Collected by: Larkwell',
    ])
      expect(text).toContain(fact)
    expect(text).toContain('Direct Debit Guarantee')
  })

  it.each([
    ['a card', { mandateReference: null }],
    ['an Australian bank account', { region: 'AU' as const }],
  ])('that announces a debit of %s does not promise a guarantee of British banks', (_, changes) => {
    expect(written('UpcomingDebit', { ...sampleFacts.UpcomingDebit, ...changes }).text).not.toContain(
      'Guarantee',
    )
  })

  it.each([
    'PlanSaved',
    'PlanInReview',
    'PlanReviewed',
    'DiscountReviewed',
    'PlanToReview',
    'RenewalReminder',
    'RenewalHeld',
    'FeesChanged',
    'FeesChangedReview',
    'FeesReviewed',
  ] as const)('names a British school year by both of its years: %s', (kind) => {
    const facts = { ...sampleFacts[kind], tuitionYear: 2031 }
    const british = 'region' in facts ? { ...facts, region: 'UK' } : facts
    const words = renderStored(kind, british, { ...context, region: 'UK' })
    expect(words.text).toContain('2031/32')
    expect(`${'subject' in words ? words.subject : ''}\n${words.text}`).not.toMatch(/2031(?!\/32)/)
    expect(renderStored(kind, facts, { ...context, region: 'AU' }).text).not.toContain('2031/32')
  })

  it('about something overdue says what happens next, and pays with one click', () => {
    const { text, html } = written('PaymentOverdue', sampleFacts.PaymentOverdue)
    expect(text).toMatch(/What happens next\nWe will not try to take this payment again/)
    expect(html).toMatch(new RegExp(`<a [^>]*href="${samplePayUrl.replace('?', '\\?')}"`))
    expect(written('PaymentOverdue', { ...sampleFacts.PaymentOverdue, reminders: 1 }).subject).toMatch(
      /^Reminder: Your payment/,
    )
  })

  it.each([
    ['its own region', { region: 'UK' as const }, null, ['020 7946 0445', 'help.uk@larkwell.example']],
    ["its reader's region", {}, 'UK' as const, ['020 7946 0445', 'help.uk@larkwell.example']],
    ['both regions, where neither is known', {}, null, ['1300 139 445', '020 7946 0445']],
  ])('names the support of %s', (_, changes, region, expected) => {
    const kind = 'region' in changes ? 'Receipt' : 'PlanInReview'
    const words = render(kind, { ...sampleFacts[kind], ...changes }, { ...context, region })
    for (const contact of expected) expect(words.text).toContain(contact)
    if (region !== null) expect(words.text).not.toContain('1300 139 445')
  })

  it.each([
    [
      'is cut where it is too long',
      `St Mary’s ${'and All Saints '.repeat(10)}`,
      /to St Mary's and All.*\.\.\. is overdue/,
    ],
    ['has no characters that the networks lack', 'Māori – Ēcole “Ō”', /to Maori - Ecole "O" is overdue/],
  ])('by text about a school whose name %s', (_, schoolName, expected) => {
    const { text } = written('PaymentOverdueText', { ...sampleFacts.PaymentOverdueText, schoolName })
    expect(text).toMatch(expected)
    expect(text).toContain(samplePayUrl)
    expect(text.length).toBeLessThanOrEqual(160)
    expect(isPlain(text)).toBe(true)
  })

  it('of a kind that this process does not know is refused, not sent empty', () => {
    expect(() => render('FromTomorrow' as never, {} as never, context)).toThrow(/no message of the kind/)
  })
})

it.each(['PlanReviewed', 'DiscountReviewed', 'FeesReviewed', 'IdentityReviewed', 'InvoiceReviewed'] as const)(
  'The words of staff take the place of those of %s, and a reason for us is not in it',
  (kind) => {
    const own = ownWords(kind, sampleFacts[kind], context)
    const facts = { ...sampleFacts[kind], words: 'We have looked at it.\nIt is fine.', reason: null }
    const { text } = render(kind, facts, context)
    expect(text).toContain('We have looked at it.')
    expect(text).toContain('It is fine.')
    expect(text).not.toContain(own)
    expect(text).not.toContain('From our team')
  },
)
