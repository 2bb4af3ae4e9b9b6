import type { StaffAccount } from '#contract/staff-accounts.ts'
import { calendarDate } from '#domain/calendar/calendar.ts'
import { partName } from '#domain/plan/next-payment.ts'
import { tuitionYearName } from '#domain/plan/payment-schedule.ts'
import { facts, sections, table } from './table.ts'
import { day, moment, money, yesNo } from './words.ts'

/** An account as an operator on the phone needs it: people and money first, flags last. */
export function accountPage(account: StaffAccount): string {
  const sum = (amount: number) => money(amount, account.region)
  const year = (tuitionYear: number) => tuitionYearName(tuitionYear, account.region)
  const paid = new Set(['Paid', 'Cancelled'])
  const toCome = account.instalments.filter(({ status }) => !paid.has(status))
  return sections([
    [`Account ${account.shortId}`, standing(account)],
    [
      'Members',
      table(account.members, [
        { title: 'Name', value: ({ name }) => name },
        { title: 'E-mail', value: ({ email }) => email },
        { title: 'Status', value: ({ status }) => status },
      ]),
    ],
    [
      'Children',
      table(
        account.enrolments,
        [
          { title: 'Name', value: ({ firstName, lastName }) => `${firstName} ${lastName}` },
          { title: 'School', value: ({ institutionName }) => institutionName },
          {
            title: 'Since',
            value: ({ startYear, startYearLevel }) => `${year(startYear)}, ${startYearLevel}`,
          },
          { title: 'Joined', value: ({ joinedOn }) => joinedOn ?? '' },
          { title: 'Share', value: ({ percent }) => `${percent}%`, alignRight: true },
          { title: 'Student', value: ({ studentId }) => studentId },
          { title: 'Enrolment', value: ({ id }) => id },
        ],
        'None enrolled.',
      ),
    ],
    [
      'Plans',
      table(
        account.plans,
        [
          { title: 'Year', value: ({ tuitionYear }) => year(tuitionYear) },
          { title: 'Status', value: ({ status }) => status },
          { title: 'Every', value: ({ frequency }) => frequency },
          { title: 'Each', value: ({ periodicAmount }) => sum(periodicAmount), alignRight: true },
          { title: 'Total', value: ({ total }) => sum(total), alignRight: true },
          { title: 'From', value: ({ startDate }) => day(startDate) },
          { title: 'To', value: ({ endDate }) => day(endDate) },
          { title: 'Saved by', value: ({ savedBy }) => savedBy },
          { title: 'Id', value: ({ id }) => id },
        ],
        'No plan yet.',
      ),
    ],
    ['Next payment', nextPayment(account)],
    [
      `Payments to come (${toCome.length})`,
      table(
        toCome.slice(0, 8),
        [
          { title: 'Due', value: ({ dueOn }) => day(dueOn) },
          { title: 'Collected', value: ({ collectOn }) => day(collectOn) },
          { title: 'Amount', value: ({ amount }) => sum(amount), alignRight: true },
          { title: 'Status', value: ({ status }) => status },
        ],
        'None.',
      ),
    ],
    ...(account.cancelledPayments.length > 0
      ? [
          [
            `Cancelled when it was closed (${account.cancelledPayments.length})`,
            table(account.cancelledPayments, [
              { title: 'Day', value: ({ on }) => day(on) },
              { title: 'Amount', value: ({ amount }) => sum(amount), alignRight: true },
              { title: 'If reopened', value: ({ isMissed }) => (isMissed ? 'overdue' : 'collected') },
            ]),
          ] satisfies [string, string],
        ]
      : []),
    [
      'Payment methods',
      table(
        account.sources,
        [
          { title: 'Method', value: ({ displayName }) => displayName },
          { title: 'Kind', value: ({ type }) => type },
          { title: 'Expires', value: ({ expiry }) => expiry },
          { title: 'Status', value: ({ status }) => status },
          {
            title: 'Use',
            value: ({ isDefault, isPreferred }) =>
              [isPreferred && 'active', isDefault && 'default'].filter(Boolean).join(', '),
          },
        ],
        'None.',
      ),
    ],
    [
      'Payment requests',
      table(
        account.requests,
        [
          { title: 'Due', value: ({ dueOn }) => day(dueOn) },
          { title: 'Amount', value: ({ amountDue }) => sum(amountDue), alignRight: true },
          { title: 'Paid', value: ({ amountPaid }) => sum(amountPaid), alignRight: true },
          { title: 'Status', value: ({ status }) => status },
          { title: 'Id', value: ({ id }) => id },
        ],
        'None.',
      ),
    ],
    [
      'Latest payments',
      table(
        account.payments,
        [
          {
            title: 'When',
            value: ({ paidOn, createdAt }) => day(paidOn) || moment(createdAt, account.region),
          },
          { title: 'Amount', value: ({ amount }) => sum(amount), alignRight: true },
          { title: 'Surcharge', value: ({ surcharge }) => sum(surcharge), alignRight: true },
          { title: 'Refunded', value: ({ refunded }) => sum(refunded), alignRight: true },
          { title: 'Kind', value: ({ kind }) => kind },
          { title: 'Status', value: ({ status }) => status },
          { title: 'Method', value: ({ methodName }) => methodName },
          { title: 'Id', value: ({ id }) => id },
        ],
        'None yet.',
      ),
    ],
    ['What it allows', allowances(account)],
  ])
}

/** As the family sees it on its Overview. */
function nextPayment({ nextPayment: next, region }: StaffAccount): string {
  if (!next) return 'None.'
  const sum = (amount: number) => money(amount, region)
  return facts([
    ['Collected', day(next.date)],
    ['From', next.methodName ?? 'no payment method'],
    ...next.parts.map(({ dueOn, amount, ...part }): [string, string] => [
      partName({ ...part, dueOn: calendarDate(dueOn) }, region),
      sum(amount),
    ]),
    ['Card surcharge', next.surcharge === 0 ? null : sum(next.surcharge)],
    ['Total charged', sum(next.total)],
  ])
}

function standing(account: StaffAccount): string {
  return facts([
    ['School', account.institutionName],
    ['Product', account.productType],
    ['Status', account.status],
    ['Balance', `${money(account.balance, account.region)} (positive is credit of the family)`],
    ['Set-up', account.setupStatus],
    ['Set up on', moment(account.setupCompletedAt, account.region)],
    ['Renewal', account.renewalStatus],
    ['Change to instalments', account.productChangeStatus],
    ['BPAY', account.bpay && `biller ${account.bpay.billerCode ?? '—'}, reference ${account.bpay.reference}`],
    ['Opened', moment(account.createdAt, account.region)],
  ])
}

function allowances(account: StaffAccount): string {
  const list = (methods: readonly string[] | null) => methods?.join(', ') ?? 'as the school'
  const { showsDirectDebitAuthorisation: authorisation } = account
  return facts([
    ['Still being set up', yesNo(account.isSetupIncomplete)],
    ['Portal asks for the next step', yesNo(account.checksSetupStatus)],
    ['Plan may change', yesNo(account.canEditOrAddPlan)],
    ['Family makes its own plan', yesNo(account.allowsScheduleUpdates)],
    ['Family changes its methods', yesNo(account.allowsSourceUpdates)],
    ['Method of repayments may change', yesNo(account.allowsRepaymentChange)],
    ['Methods of the region', list(account.allowedRegionalMethods)],
    ['Methods in the portal', list(account.allowedPortalMethods)],
    ['Shows the authorisation', authorisation === null ? 'as the school' : yesNo(authorisation)],
  ])
}
