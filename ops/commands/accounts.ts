import type { StaffAccount } from '#contract/staff-accounts.ts'
import { accountSetupStatuses, accountStatuses, productTypes } from '#domain/accounts.ts'
import { portalPaymentMethods, regionalPaymentMethods } from '#domain/payment-methods/payment-methods.ts'
import { renewalStatuses } from '#domain/plan/payment-schedule.ts'
import { choice } from '../choice.ts'
import { command, type Command } from '../command.ts'
import { OpsFailure } from '../failure.ts'
import { accountBy, customerBy, schoolBy } from '../lookup.ts'
import { accountPage } from '../account-page.ts'
import { table } from '../table.ts'

const which = { name: 'account', about: 'its short id, like LW12345, or its id' } as const
const who = { name: 'customer', about: 'e-mail, name, mobile or id' } as const

const flagNames = [
  'setup-incomplete',
  'checks-setup',
  'plan-editable',
  'schedule-updates',
  'method-updates',
  'repayment-change',
] as const

const yesOrNo = (about: string) => ({ value: 'yes|no', about })

export const accountCommands: Command[] = [
  command({
    name: 'accounts show',
    about: 'Shows an account with everything: plan, payments, methods, balance, requests, flags.',
    arguments: [which],
    examples: ['accounts show LW12345', 'accounts show LW12345 --json'],
    async run({ api, argument }) {
      const accountId = await accountBy(api, argument.account)
      return shown(await api('GET /api/staff/accounts/:accountId', { params: { accountId } }))
    },
  }),
  command({
    name: 'accounts list',
    about: 'Lists accounts by school, set-up and standing, in the order of their short ids, page by page.',
    options: {
      school: { value: 'name', about: 'of one school only, by the beginning of its name' },
      setup: {
        value: 'state',
        about: `"unfinished" or "finished", or one of ${accountSetupStatuses.join(', ')}`,
      },
      standing: { value: 'standing', about: `one of ${accountStatuses.join(', ')}` },
      after: { value: 'short id', about: 'the last one of the page before' },
      limit: { value: 'count', about: 'how many, at most 200; 50 by default' },
    },
    examples: [
      'accounts list --school wattle --setup unfinished',
      'accounts list --school wattle --after LW12345',
    ],
    async run({ api, option }) {
      const { school, setup, standing, after, limit } = option
      const state =
        setup === undefined
          ? undefined
          : choice('--setup', setup, ['finished', 'unfinished', ...accountSetupStatuses])
      const isWord = state === 'finished' || state === 'unfinished'
      const query = {
        schoolId: school === undefined ? undefined : await schoolBy(api, school),
        isSetUp: isWord ? (state === 'finished' ? 'true' : 'false') : undefined,
        setupStatus: isWord ? undefined : state,
        status: standing === undefined ? undefined : choice('--standing', standing, accountStatuses),
        after,
        limit,
      } as const
      const found = await api('GET /api/staff/accounts', { query })
      const text = table(
        found,
        [
          { title: 'Account', value: ({ shortId }) => shortId },
          { title: 'Family', value: ({ memberNames }) => memberNames },
          { title: 'School', value: ({ institutionName }) => institutionName },
          { title: 'Product', value: ({ productType }) => productType },
          { title: 'Status', value: ({ status }) => status },
          { title: 'Set-up', value: ({ setupStatus }) => setupStatus },
        ],
        'There are no such accounts.',
      )
      const isFull = found.length === Number(limit ?? 50)
      const more = isFull ? `\n\nThere may be more: add --after ${found.at(-1)?.shortId ?? ''}` : ''
      return { raw: found, text: text + more }
    },
  }),
  command({
    name: 'accounts add',
    about: 'Opens an account at a school, ready to be set up in the portal.',
    arguments: [who],
    options: {
      school: {
        value: 'name',
        about: 'the school, by the beginning of its name or its id',
        isRequired: true,
      },
      product: { value: 'type', about: `one of ${productTypes.join(', ')}`, isRequired: true },
      with: { value: 'customer', about: 'one more who shares the account', isMany: true },
    },
    isChange: true,
    examples: [
      'accounts add olivia@demo.example --school "Wattle Grove" --product PayPlus --reason "Enrolled by the school"',
      'accounts add mia@example.org --with tom@example.org --school Banksia --product Pay --reason "Shared care"',
    ],
    async run({ api, reason, argument, option }) {
      const productType = choice('--product', option.product, productTypes)
      const customerIds: string[] = []
      for (const person of [argument.customer, ...option.with])
        customerIds.push(await customerBy(api, person))
      const account = await api('POST /api/staff/accounts', {
        body: { institutionId: await schoolBy(api, option.school), productType, customerIds, reason },
      })
      return shown(account, `Account ${account.shortId} is open.`)
    },
  }),
  command({
    name: 'accounts edit',
    about:
      'Changes product, set-up and renewal status, flags or the allowed methods; what you leave out stays.',
    arguments: [which],
    options: {
      product: { value: 'type', about: `one of ${productTypes.join(', ')}` },
      setup: { value: 'status', about: `one of ${accountSetupStatuses.join(', ')}` },
      renewal: { value: 'status', about: `one of ${renewalStatuses.join(', ')}` },
      'setup-incomplete': yesOrNo('whether it is still being set up'),
      'checks-setup': yesOrNo('whether the portal asks for the next step all the time'),
      'plan-editable': yesOrNo('no while staff must step in before the plan may change'),
      'schedule-updates': yesOrNo('whether the family makes its own plan'),
      'method-updates': yesOrNo('whether the family changes its payment methods'),
      'repayment-change': yesOrNo('whether the method of running repayments may change'),
      'regional-methods': {
        value: 'list',
        about: `of ${regionalPaymentMethods.join(', ')}, with commas; "school" takes the school's list`,
      },
      'portal-methods': {
        value: 'list',
        about: `of ${portalPaymentMethods.join(', ')}, with commas; "school" takes the school's list`,
      },
      authorisation: { value: 'yes|no|school', about: 'whether the direct debit authorisation is shown' },
    },
    isChange: true,
    examples: [
      'accounts edit LW12345 --plan-editable yes --reason "Reviewed with the school"',
      'accounts edit LW12345 --portal-methods PaymentCard,BankAccount --reason "No BPAY for this family"',
    ],
    async run({ api, reason, argument, option }) {
      const flag = (name: (typeof flagNames)[number]) =>
        option[name] === undefined ? undefined : choice(`--${name}`, option[name], ['yes', 'no']) === 'yes'
      const { product, setup, renewal, authorisation } = option
      const body = {
        isSetupIncomplete: flag('setup-incomplete'),
        checksSetupStatus: flag('checks-setup'),
        canEditOrAddPlan: flag('plan-editable'),
        allowsScheduleUpdates: flag('schedule-updates'),
        allowsSourceUpdates: flag('method-updates'),
        allowsRepaymentChange: flag('repayment-change'),
        productType: product === undefined ? undefined : choice('--product', product, productTypes),
        setupStatus: setup === undefined ? undefined : choice('--setup', setup, accountSetupStatuses),
        renewalStatus: renewal === undefined ? undefined : choice('--renewal', renewal, renewalStatuses),
        allowedRegionalMethods: methods(
          '--regional-methods',
          option['regional-methods'],
          regionalPaymentMethods,
        ),
        allowedPortalMethods: methods('--portal-methods', option['portal-methods'], portalPaymentMethods),
        showsDirectDebitAuthorisation:
          authorisation === undefined
            ? undefined
            : { yes: true, no: false, school: null }[
                choice('--authorisation', authorisation, ['yes', 'no', 'school'])
              ],
        reason,
      }
      const accountId = await accountBy(api, argument.account)
      const account = await api('PUT /api/staff/accounts/:accountId', { params: { accountId }, body })
      return shown(account, 'Changed.')
    },
  }),
  command({
    name: 'accounts deactivate',
    about: 'Closes an account without credit: nothing is collected for it any more, and the family is told.',
    arguments: [which],
    options: {
      acknowledge: { about: 'closes it although the family owes something or payments are still to come' },
    },
    isChange: true,
    warning: 'Payments of its plan will not be collected while it is closed.',
    examples: [
      'accounts deactivate LW12345 --reason "Family has left the school"',
      'accounts deactivate LW12345 --reason "Opened twice" --acknowledge --yes',
    ],
    run: async ({ api, reason, argument, option }) => {
      const accountId = await accountBy(api, argument.account)
      const body = { reason, isAcknowledged: option.acknowledge !== undefined }
      const account = await api('POST /api/staff/accounts/:accountId/deactivate', {
        params: { accountId },
        body,
      })
      return shown(account, 'Closed.')
    },
  }),
  command({
    name: 'accounts reactivate',
    about: 'Opens a closed account again.',
    arguments: [which],
    isChange: true,
    examples: [
      'accounts reactivate LW12345 --reason "Family stays after all"',
      'accounts reactivate LW12345 --reason "Closed by mistake" --json',
    ],
    run: async ({ api, reason, argument }) => {
      const accountId = await accountBy(api, argument.account)
      const body = { reason }
      const account = await api('POST /api/staff/accounts/:accountId/reactivate', {
        params: { accountId },
        body,
      })
      return shown(account, 'Open again.')
    },
  }),
  command({
    name: 'accounts add-member',
    about: 'Lets one more customer see and use an account.',
    arguments: [which, who],
    isChange: true,
    examples: [
      'accounts add-member LW12345 tom@example.org --reason "Both parents pay"',
      'accounts add-member LW12345 0491570156 --reason "Grandmother pays"',
    ],
    async run({ api, reason, argument }) {
      const accountId = await accountBy(api, argument.account)
      const customerId = await customerBy(api, argument.customer)
      const account = await api('POST /api/staff/accounts/:accountId/members/:customerId/add', {
        params: { accountId, customerId },
        body: { reason },
      })
      return shown(account, 'Added.')
    },
  }),
  command({
    name: 'accounts remove-member',
    about: 'Takes an account away from a customer; the last one stays.',
    arguments: [which, who],
    isChange: true,
    warning: 'They will not see this account any more.',
    examples: [
      'accounts remove-member LW12345 tom@example.org --reason "Separated, court order on file"',
      'accounts remove-member LW12345 tom@example.org --reason "Added by mistake" --yes',
    ],
    async run({ api, reason, argument }) {
      const accountId = await accountBy(api, argument.account)
      const customerId = await customerBy(api, argument.customer)
      const account = await api('POST /api/staff/accounts/:accountId/members/:customerId/remove', {
        params: { accountId, customerId },
        body: { reason },
      })
      return shown(account, 'Removed.')
    },
  }),
  command({
    name: 'students add',
    about: 'Enrols a child whose fees the account pays in full.',
    arguments: [
      which,
      { name: 'first-name', about: 'of the child' },
      { name: 'last-name', about: 'of the child' },
    ],
    options: {
      year: { value: 'year', about: 'the tuition year they start in', isRequired: true },
      level: { value: 'level', about: 'the level they start in, like "Year 7"', isRequired: true },
      school: { value: 'name', about: "another school than the account's" },
      joined: {
        value: 'date',
        about: 'since when the family pays through us: today, unless said. "none" for longer than we know',
      },
    },
    isChange: true,
    examples: [
      'students add LW12345 Ruby Bennett --year 2027 --level "Year 7" --reason "Enrolled by the school"',
      'students add LW12345 Ned Bennett --year 2027 --level Prep --school Ironbark --reason "Goes to the junior school"',
    ],
    async run({ api, reason, argument, option }) {
      const accountId = await accountBy(api, argument.account)
      const account = await api('POST /api/staff/accounts/:accountId/students', {
        params: { accountId },
        body: {
          firstName: argument['first-name'],
          lastName: argument['last-name'],
          startYear: yearIn(option.year),
          startYearLevel: option.level,
          joinedOn: joinedIn(option.joined),
          institutionId: option.school === undefined ? undefined : await schoolBy(api, option.school),
          reason,
        },
      })
      return shown(account, 'Enrolled.')
    },
  }),
  command({
    name: 'students edit',
    about:
      "Corrects a child's name, first year, level, school or day of joining, in every account that pays for the child.",
    arguments: [which, { name: 'enrolment', about: 'the id of the enrolment, from accounts show' }],
    options: {
      'first-name': { value: 'name', about: 'of the child' },
      'last-name': { value: 'name', about: 'of the child' },
      year: { value: 'year', about: 'the tuition year they start in' },
      level: { value: 'level', about: 'the level they start in' },
      school: { value: 'name', about: 'another school' },
      joined: { value: 'date', about: 'since when the family pays through us, or "none"' },
    },
    isChange: true,
    examples: [
      'students edit LW12345 77a40c15 --joined 2027-05-10 --reason "New at the school in term 2"',
      'students edit LW12345 77a40c15 --last-name Ray --reason "Misspelt"',
    ],
    async run({ api, reason, argument, option }) {
      const accountId = await accountBy(api, argument.account)
      const account = await api('PUT /api/staff/accounts/:accountId/enrolments/:enrolmentId', {
        params: { accountId, enrolmentId: argument.enrolment },
        body: {
          firstName: option['first-name'],
          lastName: option['last-name'],
          startYear: option.year === undefined ? undefined : yearIn(option.year),
          startYearLevel: option.level,
          joinedOn: joinedIn(option.joined),
          institutionId: option.school === undefined ? undefined : await schoolBy(api, option.school),
          reason,
        },
      })
      return shown(account, 'Corrected.')
    },
  }),
  command({
    name: 'students share',
    about: "Says which accounts pay which share of a child's fees; the shares make a hundred.",
    arguments: [{ name: 'student', about: 'the id of the child, from accounts show' }],
    options: {
      share: { value: 'account=percent', about: 'for example LW12345=60', isMany: true, isRequired: true },
      remainder: { value: 'account', about: 'whose share takes the odd cents', isRequired: true },
    },
    isChange: true,
    examples: [
      'students share 9b27d3e0 --share LW12345=60 --share LW54321=40 --remainder LW12345 --reason "Court order"',
      'students share 9b27d3e0 --share LW12345=100 --remainder LW12345 --reason "One parent pays again"',
    ],
    async run({ api, reason, argument, option }) {
      const typed = option.share.map((share) => share.split('='))
      const shares: { accountId: string; percent: number }[] = []
      for (const [account = '', percent = ''] of typed) {
        if (!/^\d{1,3}(\.\d{1,2})?$/.test(percent))
          throw new OpsFailure(
            'usage',
            `--share cannot be "${account}=${percent}".`,
            'Write it like LW12345=60.',
          )
        shares.push({ accountId: await accountBy(api, account), percent: Number(percent) })
      }
      const paid = await api('PUT /api/staff/students/:studentId/shares', {
        params: { studentId: argument.student },
        body: { shares, remainderAccountId: await accountBy(api, option.remainder), reason },
      })
      const lines = paid.map(
        ({ shortId, percent, holdsRemainder }) =>
          `${shortId} pays ${percent}%${holdsRemainder ? ' and the odd cents' : ''}`,
      )
      return { raw: paid, text: lines.join('\n') }
    },
  }),
]

/** Undefined leaves the list as it is, null takes the school's. */
function methods<Method extends string>(
  option: string,
  typed: string | undefined,
  known: readonly Method[],
): Method[] | null | undefined {
  if (typed === undefined) return undefined
  return typed === 'school' ? null : typed.split(',').map((word) => choice(option, word.trim(), known))
}

/** Undefined leaves it as it is, or to the server. */
function joinedIn(typed: string | undefined): string | null | undefined {
  return typed === 'none' ? null : typed
}

function yearIn(typed: string): number {
  if (!/^2\d{3}$/.test(typed))
    throw new OpsFailure('usage', `--year cannot be "${typed}".`, 'Write it like 2027.')
  return Number(typed)
}

function shown(account: StaffAccount, done = '') {
  const page = accountPage(account)
  return { raw: account, text: done === '' ? page : `${done}\n\n${page}` }
}
