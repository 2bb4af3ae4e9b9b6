import { randomUUID } from 'node:crypto'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import { calendarDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { cents } from '#domain/money.ts'
import type { OfferedFrequency } from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import { tokenizationUrl } from '#server/books/card-entry/card-entry.ts'
import type { SchoolName } from '../demo/schools.ts'
import type { Student } from '../demo/students.ts'
import type { RunningServer } from '../testing/running-server.ts'
import { enterCard } from '../testing/card-form.ts'
import { addFamily } from '../testing/family.ts'
import { bankAccount, setUpUkBankAccount } from '../testing/payer.ts'
import { accept, askForHelp, move, payExtra, propose, skip, undo, type Act } from './changes.ts'

/** Which debit fails, and how: once or on every try. */
export type Mishap = { seq: number; reason: string; isEveryTry: boolean }

/** A family as it signs up. */
export type Joining = {
  name: string
  region: Region
  school: SchoolName
  email: string
  mobile: string
  method: 'Card' | 'Bank'
  /** The day on which the family saves its plan. */
  signsUpOn: CalendarDate
  plan: { year: number; startDate: CalendarDate; period: OfferedFrequency }
  /** One of the school in any year, unless said otherwise. */
  students?: Student[]
  /** Years ahead, unless said otherwise. */
  cardExpiry?: [month: number, year: number]
  /** It was with the school before, and pays the whole year. */
  isContinuing?: true
}

type Part = Joining & { mishap?: Mishap; acts?: readonly Act[] }

/** One family for each way of paying, each with a failure; then those that change their plans. */
export const parts: readonly Part[] = [
  {
    name: 'UK bank account',
    region: 'UK',
    school: 'Oakfield School',
    email: 'uk.bank@rehearsal.example',
    mobile: '+447700910341',
    method: 'Bank',
    signsUpOn: calendarDate('2026-08-24'),
    plan: { year: 2026, startDate: calendarDate('2026-09-01'), period: 'Month' },
    mishap: { seq: 4, reason: 'insufficient_funds', isEveryTry: false },
  },
  {
    name: 'Australian card',
    region: 'AU',
    school: 'Wattle Grove College',
    email: 'au.card@rehearsal.example',
    mobile: '+61491510342',
    method: 'Card',
    signsUpOn: calendarDate('2027-01-11'),
    plan: { year: 2027, startDate: calendarDate('2027-01-22'), period: 'Week' },
    mishap: { seq: 5, reason: 'insufficient_funds', isEveryTry: false },
  },
  {
    // Its payment of Good Friday is tried after Easter and again three business days later: with the next one.
    name: 'Australian card, two on one day',
    region: 'AU',
    school: 'Wattle Grove College',
    email: 'au.both@rehearsal.example',
    mobile: '+61491510344',
    method: 'Card',
    signsUpOn: calendarDate('2027-01-11'),
    plan: { year: 2027, startDate: calendarDate('2027-01-22'), period: 'Week' },
    mishap: { seq: 10, reason: 'insufficient_funds', isEveryTry: false },
  },
  {
    name: 'Australian bank account',
    region: 'AU',
    school: 'Wattle Grove College',
    email: 'au.bank@rehearsal.example',
    mobile: '+61491510343',
    method: 'Bank',
    signsUpOn: calendarDate('2027-01-12'),
    plan: { year: 2027, startDate: calendarDate('2027-01-29'), period: 'Fortnight' },
    mishap: { seq: 3, reason: 'refer_to_customer', isEveryTry: true },
  },
  {
    // Its wages come late twice: once it moves a payment, and once it changes its mind.
    name: 'Moves a payment',
    region: 'AU',
    school: 'Wattle Grove College',
    email: 'au.moves@rehearsal.example',
    mobile: '+61491510345',
    method: 'Bank',
    signsUpOn: calendarDate('2027-01-12'),
    plan: { year: 2027, startDate: calendarDate('2027-01-29'), period: 'Fortnight' },
    acts: [
      move('2027-03-08', { dueOn: '2027-03-12', to: '2027-03-19' }),
      move('2027-04-05', { dueOn: '2027-04-23', to: '2027-04-30' }),
      undo('2027-04-20'),
    ],
  },
  {
    name: 'Skips two payments',
    region: 'UK',
    school: 'Oakfield School',
    email: 'uk.skips@rehearsal.example',
    mobile: '+447700910346',
    method: 'Bank',
    signsUpOn: calendarDate('2026-08-24'),
    plan: { year: 2026, startDate: calendarDate('2026-09-01'), period: 'Month' },
    acts: [skip('2026-11-16', { dueOn: ['2026-12-01', '2027-01-01'], outcome: 'Spread' })],
  },
  {
    name: 'Pays extra',
    region: 'AU',
    school: 'Wattle Grove College',
    email: 'au.extra@rehearsal.example',
    mobile: '+61491510347',
    method: 'Card',
    signsUpOn: calendarDate('2027-01-12'),
    plan: { year: 2027, startDate: calendarDate('2027-01-29'), period: 'Month' },
    acts: [payExtra('2027-06-15', { amount: 1_000, outcome: 'Lower' })],
  },
  {
    // On hold from the middle of November, so that December's payment is not collected before it is agreed on.
    name: 'Finds it hard to pay',
    region: 'UK',
    school: 'Oakfield School',
    email: 'uk.care@rehearsal.example',
    mobile: '+447700910348',
    method: 'Bank',
    signsUpOn: calendarDate('2026-08-24'),
    plan: { year: 2026, startDate: calendarDate('2026-09-01'), period: 'Month' },
    acts: [
      askForHelp('2026-11-16', '300.00'),
      propose('2026-11-18', { lowerCount: 4, lowerAmount: 300, laterCount: 8 }),
      accept('2026-11-19'),
    ],
  },
]

export type SignedUp<Family extends Joining = Joining> = Family & { accountId: string; saved: PaymentPlan }
export type Player = SignedUp<Part>

/** A family signs up with the portal's own calls: log in, save a plan, add a payment method. */
export async function signUp<Family extends Joining>(
  server: RunningServer,
  part: Family,
): Promise<SignedUp<Family>> {
  const { region, email, mobile, school, students } = part
  const { accountId } = await addFamily(server, {
    email,
    mobile,
    region,
    accounts: [
      {
        school,
        productType: 'Pay',
        setupStatus: 'SetUpPaymentSchedule',
        isSetupIncomplete: true,
        checksSetupStatus: true,
        plans: [],
        sources: [],
        balance: cents(0),
        ...(students && { students }),
        ...(part.isContinuing && { createdDaysAgo: 500 }),
      },
    ],
  })
  const token = await server.logIn(email, mobile)
  const path = `/api/portal/customer/account/${accountId}`
  const post = async (to: string, body: object) => {
    const reply = await server.call(`POST ${path}/${to}`, { token, body })
    if (reply.status >= 300) throw new Error(`${to} was refused: ${JSON.stringify(reply.body)}`)
    return reply
  }
  const { year, startDate, period } = part.plan
  const options = await server.call(`GET ${path}/year/${year}/date/${startDate}/repayment-duration-options`, {
    token,
  })
  const offered = options.body as { durationOptions: { period: string; defaultDuration: number }[] }
  const count = offered.durationOptions.find((option) => option.period === period)?.defaultDuration ?? 0
  const { body } = await post('save-plan', {
    paymentSchedule: {
      accountPlanId: null,
      planYear: year,
      startDate,
      planDuration: count,
      repaymentCount: count,
      repaymentPeriod: period,
    },
  })
  await post('repayment-sources', await newMethod(server, part, accountId, post))
  return { ...part, accountId, saved: body as PaymentPlan }
}

export async function newMethod(
  server: RunningServer,
  { region, method, cardExpiry }: Joining,
  accountId: string,
  post: (to: string, body: object) => ReturnType<RunningServer['call']>,
): Promise<object> {
  if (method === 'Card') {
    const url = await tokenizationUrl(server.deps, { accountId, region })
    return {
      cardToken: await enterCard(server, url, {
        name: 'Olivia Bennett',
        ...(cardExpiry && { expiry: cardExpiry }),
      }),
    }
  }
  if (region === 'AU') return { bankAccount, directDebitAuthorisation: true }
  const client = { post: (to: string, body: unknown = {}) => post(to, body as object) }
  return { bacsDebitStripePaymentMethodId: await setUpUkBankAccount(server, client) }
}

/** Opens the link in the mail and pays the whole amount by card. */
export async function payByLink(server: RunningServer, link: string): Promise<void> {
  const details = await server.call(`GET /api/portal/guest/payment-page-details?request=${link}`)
  const { accountInfo, institutionInfo, payableDetails, tokenizationUrl: url } = details.body
  const reply = await server.call('POST /api/portal/guest/payments', {
    body: {
      larkwellId: institutionInfo.larkwellId,
      shortId: accountInfo.accountShortId,
      email: accountInfo.email,
      repaymentRequestId: link,
      amount: payableDetails.amountDue,
      token: await enterCard(server, url, { number: '4000056655665556' }),
    },
    headers: { 'X-Larkwell-Client-Req-Id': randomUUID() },
  })
  if (reply.status !== 200) throw new Error(`The link was not paid: ${JSON.stringify(reply.body)}`)
}
