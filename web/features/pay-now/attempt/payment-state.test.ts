import { describe, expect, it } from 'vitest'
import type { Payment } from '#contract/pay-now.ts'
import { cents } from '#domain/money.ts'
import { ApiError } from '../../../api/api-error.ts'
import type { PaymentProgress } from './payment-progress.ts'
import type { PaymentEffect, PaymentEvent, PaymentState } from './payment-events.ts'
import { next } from './payment-state.ts'

const payment = (status: Payment['status']): Payment => ({
  paymentId: 'payment-1',
  status,
  amount: 1250,
  surchargePercentage: '0%',
  surchargeAmount: 0,
  date: '2026-03-10',
  accountShortId: 'LW20418',
  schoolName: 'Wattle Grove College',
})
const paid = payment('Succeeded')
const refusal = (status: number, code: ApiError['code']) => new ApiError(status, { code, msg: 'No.' }, null)
const first = { amount: 900, date: '2026-03-09' } as unknown as NonNullable<ApiError['payment']>
const underWay = new ApiError(409, { code: 'payment_in_progress', msg: 'No.', payment: first }, null)

const input = {
  amount: cents(125_000),
  total: cents(126_250),
  schoolId: 'school-1',
  reason: null,
  description: null,
}
const about = { schoolName: 'Wattle Grove College', methodName: 'Visa ending 4242' }
const context = { input, about }
const saved = { sourceId: 'source-1' }
const prepare = () => Promise.resolve(saved)

/** Begins as the page does, and goes through the events. */
const after = (...events: PaymentEvent[]): PaymentState =>
  from(fresh({ at: 'open', notice: null }), ...events)
const from = (state: PaymentState, ...events: PaymentEvent[]) =>
  events.reduce((before, event) => next(before, event).state, state)
const fresh = (progress: PaymentProgress): PaymentState => ({
  attemptId: 'attempt-1',
  progress,
  current: null,
  tries: 0,
})

const press: PaymentEvent = { type: 'pay pressed', input, paidWith: saved, about }
const pressUnsaved: PaymentEvent = { type: 'pay pressed', input, paidWith: prepare, about }
const pressWallet: PaymentEvent = { type: 'wallet pressed' }
const load = (session: string | null, attempt?: string): PaymentEvent => ({
  type: 'page loaded',
  session,
  sent: attempt === undefined ? null : { attempt },
  entry: {},
})
const replied = (reply: Payment, number = 1): PaymentEvent => ({ type: 'replied', number, payment: reply })
const replyFailed = (error: unknown, number = 1): PaymentEvent => ({ type: 'reply failed', number, error })
const known = (outcome: Extract<PaymentEvent, { type: 'outcome known' }>['outcome'], number = 1) =>
  ({ type: 'outcome known', number, outcome }) as const
const wallet = (outcome: 'done' | 'declined' | 'unknown', number = 1): PaymentEvent => ({
  type: 'wallet answered',
  number,
  session: 'session-1',
  outcome,
})
type Moved = Extract<PaymentEvent, { type: 'history moved' }>
const moved = (entry: Moved['entry'] = {}): Moved => ({ type: 'history moved', entry })
const otherTab: PaymentEvent = { type: 'other tab moved on', keptId: 'attempt-2' }
const ownAnswer = (answer: Payment | ApiError): PaymentEvent => ({
  type: 'own attempt answered',
  attemptId: 'attempt-1',
  keptId: 'attempt-2',
  answer,
})

const states = {
  open: after(),
  preparing: after(pressUnsaved),
  paying: after(press),
  'checking after a lost reply': after(press, replyFailed(refusal(0, 'unreachable'))),
  'checking behind another payment': after(press, replyFailed(underWay)),
  'checking an id that was used before': after(press, replyFailed(refusal(409, 'request_id_reused'))),
  'confirming in the wallet': after(pressWallet),
  'recording the session': after(pressWallet, wallet('done')),
  'finding after a reload': from(fresh({ at: 'finding' }), load(null, 'attempt-1')),
  'returning from a session': from(fresh({ at: 'finding' }), load('session-1')),
  paid: after(press, replied(paid)),
  declined: after(press, replyFailed(refusal(402, 'payment_declined'))),
  'blocked by another payment': after(press, replyFailed(underWay), known({ kind: 'absent' })),
  'BPAY steps': after({ type: 'bpay chosen', amount: cents(500) }),
} satisfies Record<string, PaymentState>
type Name = keyof typeof states

const id = { attemptId: 'attempt-1' }
const stop: PaymentEffect = { do: 'stop watching' }
const end: PaymentEffect = { do: 'end attempt', ...id }
const notSent: PaymentEffect = { do: 'note not sent', ...id }
const toMethod: PaymentEffect = { do: 'return to method step' }
const sent = (session?: string): PaymentEffect => ({ do: 'note sent', ...id, session })
const pay = (number: number): PaymentEffect => ({ do: 'pay', number, ...id, input, paidWith: saved })
const record = (number: number): PaymentEffect => ({
  do: 'record session',
  number,
  ...id,
  session: 'session-1',
})
const watch = (number: number, options: { isUrgent?: true; absentMs?: 0; session?: string } = {}) =>
  ({
    do: 'watch',
    number,
    ...id,
    session: undefined,
    absentMs: undefined,
    isUrgent: false,
    ...options,
  }) as const
const entry = (attempt?: string, session?: string): PaymentEffect => ({
  do: 'rewrite entry',
  entry: attempt === undefined ? {} : { attempt, session },
})

const open = (notice: string | null = null): PaymentProgress => ({ at: 'open', notice })
const isPaid = (isEarlier?: boolean): PaymentProgress => ({ at: 'paid', payment: paid, isEarlier })
const checking: PaymentProgress = { at: 'checking', ...context }
const failed = (nextStep: 'again' | 'look' | null, by: ApiError['payment'] = null): PaymentProgress => ({
  at: 'failed',
  message: 'No.',
  first: by,
  next: nextStep,
  ...context,
})
const neverArrived = 'Your payment did not reach us, and nothing was charged. You can try again.'
const declinedBefore =
  'A payment with other details was sent before and declined. Nothing was charged. Please check your details before you try again.'

type Row = [name: Name, event: PaymentEvent, progress: PaymentProgress, effects: PaymentEffect[]]

function check(title: string, rows: [what: string, ...Row][]): void {
  describe(title, () => {
    it.each(rows)('%s (%s)', (_what, name, event, progress, effects) => {
      const step = next(states[name], event)
      expect(step.state.progress).toEqual(progress)
      expect(step.effects).toEqual(effects)
    })
  })
}

check('A press on Pay', [
  ['sends the payment', 'open', press, { at: 'paying' }, [sent(), pay(1)]],
  [
    'prepares a card first, and sends nothing yet',
    'open',
    pressUnsaved,
    { at: 'paying' },
    [{ do: 'prepare', number: 1, input, prepare }],
  ],
  [
    'sends it once the card is saved',
    'preparing',
    { type: 'prepared', number: 1, input, paidWith: saved },
    { at: 'paying' },
    [sent(), pay(1)],
  ],
  [
    'keeps the attempt where the card cannot be saved',
    'preparing',
    { type: 'preparing failed', number: 1, error: refusal(409, 'card_form_expired') },
    failed('again'),
    [toMethod],
  ],
  [
    'shows the general message where saving fails without an answer',
    'preparing',
    { type: 'preparing failed', number: 1, error: refusal(0, 'unreachable') },
    { ...failed('again'), message: null } as PaymentProgress,
    [toMethod],
  ],
  ['pays again after a decline', 'declined', press, { at: 'paying' }, [sent(), pay(2)]],
])

check('The reply to a payment', [
  ['succeeded', 'paying', replied(paid), isPaid(), [stop, end, entry('attempt-1')]],
  [
    'is a debit on its way',
    'paying',
    replied(payment('Processing')),
    { at: 'paid', payment: payment('Processing') },
    [stop, end, entry('attempt-1')],
  ],
  ['is unknown: asked for until it is known', 'paying', replied(payment('Unknown')), checking, [watch(1)]],
  [
    'is a decline',
    'paying',
    replyFailed(refusal(402, 'payment_declined')),
    failed('again'),
    [stop, end, toMethod],
  ],
  [
    'is an expired card form',
    'paying',
    replyFailed(refusal(409, 'card_form_expired')),
    failed('again'),
    [stop, end, toMethod],
  ],
  [
    'is a closed request, which nothing can change',
    'paying',
    replyFailed(refusal(410, 'request_expired')),
    { ...failed(null), closed: { code: 'request_expired', request: {} } } as PaymentProgress,
    [stop, end, toMethod],
  ],
  [
    'is too many: the same attempt can be sent again',
    'paying',
    replyFailed(refusal(429, 'rate_limited')),
    open('No.'),
    [stop, notSent, toMethod],
  ],
  ['is lost offline', 'paying', replyFailed(refusal(0, 'unreachable')), checking, [watch(1)]],
  ['is an error of the server', 'paying', replyFailed(refusal(500, 'server_error')), checking, [watch(1)]],
  ['cannot be read', 'paying', replyFailed(new SyntaxError('half a reply')), checking, [watch(1)]],
  [
    'names another payment under way: asked about at once',
    'paying',
    replyFailed(underWay),
    checking,
    [watch(1, { isUrgent: true, absentMs: 0 })],
  ],
  [
    'says that the id was used with other details',
    'paying',
    replyFailed(refusal(409, 'request_id_reused')),
    checking,
    [watch(1, { isUrgent: true })],
  ],
  ['is late', 'paying', { type: 'reply late', number: 1 }, checking, [watch(1)]],
  [
    'still counts after it was late',
    'checking after a lost reply',
    replied(paid),
    isPaid(),
    [stop, end, entry('attempt-1')],
  ],
])

check('The outcome that the page asked for', [
  [
    'is a payment',
    'checking after a lost reply',
    known({ kind: 'paid', payment: paid }),
    isPaid(),
    [stop, end, entry('attempt-1')],
  ],
  [
    'is a decline',
    'checking after a lost reply',
    known({ kind: 'refused', refusal: refusal(402, 'payment_declined') }),
    failed('again'),
    [stop, end, toMethod],
  ],
  [
    'is nothing: it never arrived, and keeps its id',
    'checking after a lost reply',
    known({ kind: 'absent' }),
    open(neverArrived),
    [stop, notSent, toMethod],
  ],
  ['is still open', 'checking after a lost reply', { type: 'outcome open', number: 1 }, checking, []],
  [
    'is that the other payment blocks this one',
    'checking behind another payment',
    known({ kind: 'absent' }),
    failed('look', first),
    [stop, notSent, toMethod],
  ],
  [
    'is that the payment under way was this one',
    'checking behind another payment',
    known({ kind: 'paid', payment: paid }),
    isPaid(),
    [stop, end, entry('attempt-1')],
  ],
  [
    'is an earlier payment under the same id',
    'checking an id that was used before',
    known({ kind: 'paid', payment: paid }),
    isPaid(true),
    [stop, end, entry('attempt-1')],
  ],
  [
    'is an earlier decline under the same id, so that the details are to be checked',
    'checking an id that was used before',
    known({ kind: 'refused', refusal: refusal(402, 'payment_declined') }),
    open(declinedBefore),
    [stop, end, toMethod],
  ],
])

check('A wallet', [
  ['is confirmed under the attempt', 'open', pressWallet, { at: 'paying' }, [sent()]],
  [
    'has paid: its session is recorded',
    'confirming in the wallet',
    wallet('done'),
    { at: 'paying' },
    [sent('session-1'), record(2)],
  ],
  ['declined', 'confirming in the wallet', wallet('declined'), open(), [stop, notSent, toMethod]],
  [
    'says nothing: the server asks the provider',
    'confirming in the wallet',
    wallet('unknown'),
    { at: 'paying' },
    [record(1)],
  ],
  [
    'has paid after the try was settled: recorded all the same',
    'declined',
    wallet('done'),
    failed('again'),
    [sent('session-1'), record(2)],
  ],
  ['declined after the try was settled', 'paid', wallet('declined'), isPaid(), []],
  [
    'was recorded',
    'recording the session',
    replied(paid, 2),
    isPaid(),
    [stop, end, entry('attempt-1', 'session-1')],
  ],
  [
    'has paid, so that too many calls do not reopen it',
    'recording the session',
    replyFailed(refusal(429, 'rate_limited'), 2),
    { at: 'checking' },
    [watch(2, { isUrgent: true, session: 'session-1' })],
  ],
  [
    'has paid, so that a payment under way is its own',
    'recording the session',
    replyFailed(underWay, 2),
    { at: 'checking' },
    [watch(2, { isUrgent: true, session: 'session-1' })],
  ],
  [
    'had paid before its buttons were shown',
    'open',
    { type: 'wallet paid before', session: 'session-1' },
    { at: 'paying' },
    [sent('session-1'), record(1)],
  ],
])

check('A page that is loaded', [
  ['with nothing sent is open', 'open', load(null), open(), []],
  ['after Back was faster is open', 'BPAY steps', load(null), open(), []],
  [
    'with a kept attempt asks for its outcome at once',
    'open',
    load(null, 'attempt-1'),
    { at: 'finding' },
    [watch(1, { isUrgent: true })],
  ],
  [
    'finds it still open',
    'finding after a reload',
    { type: 'outcome open', number: 1 },
    { at: 'checking' },
    [],
  ],
  [
    'finds it paid',
    'finding after a reload',
    known({ kind: 'paid', payment: paid }),
    isPaid(),
    [stop, end, entry('attempt-1')],
  ],
  [
    'finds that it never arrived',
    'finding after a reload',
    known({ kind: 'absent' }),
    open(neverArrived),
    [stop, notSent, toMethod],
  ],
  [
    'on return from a session, after the bank has asked the payer, records it',
    'open',
    load('session-1'),
    open(),
    [entry(), sent('session-1'), record(1)],
  ],
  [
    'on return from a session shows it paid',
    'returning from a session',
    replied(paid),
    isPaid(),
    [stop, end, entry('attempt-1', 'session-1')],
  ],
])

check('Back and Forward', [
  ['while the payment is sent lead to its outcome', 'paying', moved(), checking, [watch(1)]],
  ['while a card is being saved change nothing', 'preparing', moved(), { at: 'paying' }, []],
  ['while the outcome is asked for change nothing', 'checking after a lost reply', moved(), checking, []],
  [
    'to an entry that was sent find its payment',
    'open',
    moved({ attempt: 'attempt-1' }),
    { at: 'finding' },
    [watch(1, { isUrgent: true })],
  ],
  ['from a payment show what is due now', 'paid', moved(), open(), [{ do: 'refresh details' }]],
  ['from a payment by link show that payment again', 'paid', { ...moved(), isLink: true }, isPaid(), []],
  [
    'to the BPAY steps show them',
    'open',
    moved({ bpayAmount: cents(500) }),
    { at: 'bpay', amount: cents(500) },
    [],
  ],
  ['from the BPAY steps show the choice of a method', 'BPAY steps', moved(), open(), []],
  ['from a failure show the choice of a method', 'declined', moved({ isSecond: true }), open(), []],
])

check('Start again', [
  [
    'after a decline returns to the choice of a method',
    'declined',
    { type: 'start again' },
    open(),
    [toMethod],
  ],
  [
    'behind another payment shows what is due now',
    'blocked by another payment',
    { type: 'start again' },
    open(),
    [{ do: 'refresh details' }, entry()],
  ],
  [
    'after a payment shows what is left to pay',
    'paid',
    { type: 'start again' },
    open(),
    [{ do: 'refresh details' }, entry()],
  ],
  [
    'from the BPAY steps shows what is asked for',
    'BPAY steps',
    { type: 'start again' },
    open(),
    [{ do: 'refresh details' }, entry()],
  ],
  ['is nothing where nothing has ended', 'paying', { type: 'start again' }, { at: 'paying' }, []],
])

check('Another tab', [
  [
    'that moved on makes this one ask about its own attempt',
    'open',
    otherTab,
    open(),
    [{ do: 'ask about own attempt', ...id, keptId: 'attempt-2' }],
  ],
  ['with the same attempt is no news', 'open', { ...otherTab, keptId: 'attempt-1' }, open(), []],
  ['that moved on does not disturb a payment', 'paying', otherTab, { at: 'paying' }, []],
  ['paid', 'open', ownAnswer(paid), isPaid(true), [stop, end, entry('attempt-1')]],
  ['is paying', 'open', ownAnswer(payment('Unknown')), { at: 'checking' }, [watch(1)]],
  ['declined', 'open', ownAnswer(refusal(402, 'payment_declined')), open(), []],
  ['is answered after this one began to pay', 'paying', ownAnswer(paid), { at: 'paying' }, []],
])

describe('The id of the attempt', () => {
  it.each([
    ['stays while nobody answers', ownAnswer(refusal(0, 'unreachable')), 'attempt-1'],
    ['is the other tab’s after a decline', ownAnswer(refusal(402, 'payment_declined')), 'attempt-2'],
    ['is the other tab’s where nothing was sent', ownAnswer(refusal(404, 'not_found')), 'attempt-2'],
    ['is the next one once it is settled', { type: 'attempt changed', attemptId: 'attempt-2' }, 'attempt-2'],
  ] satisfies [string, PaymentEvent, string][])('%s', (_, event, attemptId) => {
    expect(next(states.open, event).state.attemptId).toBe(attemptId)
  })

  it('is the other tab’s at once on a page that has paid', () => {
    expect(next(states.paid, otherTab).state.attemptId).toBe('attempt-2')
  })
})

describe('Whatever the state', () => {
  const names = Object.keys(states) as Name[]
  const busy = names.filter((name) => states[name].current)

  it.each(busy)('%s: a second press pays nothing', (name) => {
    for (const event of [press, pressUnsaved, pressWallet])
      expect(next(states[name], event)).toEqual({ state: states[name], effects: [] })
  })

  it.each(names)('%s: what comes late of a try that is settled changes nothing', (name) => {
    const number = states[name].tries + 1
    const late: PaymentEvent[] = [
      replied(paid, number),
      replyFailed(refusal(402, 'payment_declined'), number),
      { type: 'reply late', number },
      { type: 'outcome open', number },
      known({ kind: 'absent' }, number),
      wallet('declined', number),
      wallet('unknown', number),
    ]
    for (const event of late) expect(next(states[name], event)).toEqual({ state: states[name], effects: [] })
  })

  it.each(busy)('%s: only an answer ends the attempt', (name) => {
    const number = states[name].tries
    const open: PaymentEvent[] = [
      replied(payment('Unknown'), number),
      replyFailed(refusal(0, 'unreachable'), number),
      replyFailed(underWay, number),
      { type: 'reply late', number },
      { type: 'outcome open', number },
      known({ kind: 'absent' }, number),
      moved(),
      otherTab,
    ]
    for (const event of open) expect(next(states[name], event).effects).not.toContainEqual(end)
  })
})

describe('A payment that the bank asks the payer to confirm', () => {
  const asked = { ...payment('Unknown'), confirmation: { clientSecret: 'pi_1_secret_1' } }
  const bankAsked: PaymentEvent = { type: 'bank asked', number: 1 }
  const open: PaymentEvent = { type: 'outcome open', number: 1, asked }
  const declined = refusal(402, 'payment_declined')
  const calledOff = (answer: Payment | ApiError | null): PaymentEvent => ({
    type: 'called off',
    number: 1,
    answer,
  })
  const unconfirmed = after(load(null, 'attempt-1'), open)

  it('shows the question at once, and asks the server when it was answered', () => {
    const step = next(after(press), replied(asked))
    expect(step.state.progress).toEqual({ at: 'paying' })
    expect(step.effects).toEqual([{ do: 'ask bank', number: 1, clientSecret: 'pi_1_secret_1' }])
    const answered = next(step.state, bankAsked)
    expect(answered.state.progress).toMatchObject({ at: 'checking' })
    expect(answered.effects).toMatchObject([{ do: 'watch', attemptId: 'attempt-1', isUrgent: true }])
    expect(next(answered.state, known({ kind: 'paid', payment: paid })).state.progress).toMatchObject({
      at: 'paid',
    })
  })

  it('waits with a page of its own when it was left, loaded again, or could not be shown', () => {
    for (const state of [unconfirmed, after(press, replied(asked), bankAsked, open)])
      expect(state.progress).toEqual({ at: 'unconfirmed', payment: asked, isBusy: false })
  })

  it('can be confirmed from there, once per press', () => {
    const step = next(unconfirmed, { type: 'confirm pressed' })
    expect(step.effects).toEqual([
      { do: 'stop watching' },
      { do: 'ask bank', number: 1, clientSecret: 'pi_1_secret_1' },
    ])
    for (const type of ['confirm pressed', 'call off pressed'] as const)
      expect(next(step.state, { type }).effects).toEqual([])
  })

  it('ends where another tab has confirmed it', () => {
    expect(from(unconfirmed, known({ kind: 'paid', payment: paid })).progress).toMatchObject({ at: 'paid' })
  })

  it('can be called off, after which a new attempt begins', () => {
    const step = next(unconfirmed, { type: 'call off pressed' })
    expect(step.effects).toEqual([
      { do: 'stop watching' },
      { do: 'call off', number: 1, attemptId: 'attempt-1' },
    ])
    const off = next(step.state, calledOff(declined))
    expect(off.state.progress).toMatchObject({
      at: 'open',
      notice: expect.stringContaining('nothing was charged'),
    })
    expect(off.effects).toContainEqual({ do: 'end attempt', attemptId: 'attempt-1' })
    expect(from(step.state, calledOff(paid)).progress).toMatchObject({ at: 'paid' })
    // Without a clear answer, nothing new begins.
    for (const unclear of [null, refusal(500, 'server_error'), asked])
      expect(from(step.state, calledOff(unclear)).progress).toMatchObject({ at: 'checking' })
  })
})

describe('A payment whose total is another one than was shown', () => {
  it('is asked for again, with that total and the same attempt', () => {
    const other = new ApiError(409, { code: 'total_changed', msg: 'No.', fields: { total: '1266.88' } }, null)
    const step = next(after(press), replyFailed(other))
    expect(step.state.progress).toEqual({ at: 'open', notice: 'No.', total: 126_688 })
    expect(step.effects).toContainEqual({ do: 'note not sent', attemptId: 'attempt-1' })
  })
})
