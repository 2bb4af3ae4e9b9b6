import { callCommand } from '../call-command.ts'
import type { StaffAccount } from '#contract/staff-accounts.ts'
import { accountSetupStatuses, accountStatuses, productTypes } from '#domain/accounts.ts'
import { choice, wrongValue } from '../choice.ts'
import { command, type Command } from '../command.ts'
import { accountBy, customerBy } from '../lookup.ts'
import { accountPage } from '../account-page.ts'
import { table } from '../table.ts'

const schoolWord = { about: '"school" follows the school', nullWord: 'school' }

export const accountCommands: Command[] = [
  callCommand({
    name: 'accounts show',
    about: 'Shows an account with everything: plan, payments, methods, balance, requests, flags.',
    call: 'GET /api/staff/accounts/:accountId',
    examples: ['accounts show LW12345'],
    text: accountPage,
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
        schoolId: school,
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
    arguments: [{ name: 'customer', about: 'e-mail, name, mobile or id' }],
    options: {
      school: {
        value: 'name',
        about: 'the school, by the beginning of its name or its id',
        isRequired: true,
      },
      product: { value: 'type', about: `one of ${productTypes.join(', ')}`, isRequired: true },
      with: { value: 'customer', about: 'another customer who shares the account', isMany: true },
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
        body: { institutionId: option.school, productType, customerIds, reason },
      })
      return { raw: account, text: shown(account, `Account ${account.shortId} is open.`) }
    },
  }),
  callCommand({
    name: 'accounts edit',
    about:
      'Changes product, set-up and renewal status, flags or the allowed methods; what you leave out stays.',
    call: 'PUT /api/staff/accounts/:accountId',
    options: {
      product: { field: 'productType' },
      setup: { field: 'setupStatus' },
      renewal: { field: 'renewalStatus' },
      'setup-incomplete': { field: 'isSetupIncomplete', about: 'whether it is still being set up' },
      'checks-setup': {
        field: 'checksSetupStatus',
        about: 'whether the portal asks for the next step all the time',
      },
      'plan-editable': {
        field: 'canEditOrAddPlan',
        about: 'no while staff must step in before the plan may change',
      },
      'schedule-updates': { field: 'allowsScheduleUpdates', about: 'whether the family makes its own plan' },
      'method-updates': {
        field: 'allowsSourceUpdates',
        about: 'whether the family changes its payment methods',
      },
      'repayment-change': {
        field: 'allowsRepaymentChange',
        about: 'whether the method of current repayments may change',
      },
      'regional-methods': { field: 'allowedRegionalMethods', ...schoolWord },
      'portal-methods': { field: 'allowedPortalMethods', ...schoolWord },
      authorisation: {
        field: 'showsDirectDebitAuthorisation',
        about: 'whether the direct debit authorisation is shown; "school" follows the school',
        nullWord: 'school',
      },
    },
    examples: [
      'accounts edit LW12345 --plan-editable yes --reason "Reviewed with the school"',
      'accounts edit LW12345 --portal-methods PaymentCard,BankAccount --reason "No BPAY for this family"',
    ],
    text: (account) => shown(account, 'Changed.'),
  }),
  callCommand({
    name: 'accounts deactivate',
    about:
      'Closes an account without credit: what its plans and schools still ask for is cancelled, and the family is notified.',
    call: 'POST /api/staff/accounts/:accountId/deactivate',
    options: {
      acknowledge: {
        field: 'isAcknowledged',
        about: 'closes it although the family owes something or payments are still to come',
        isFlag: true,
      },
    },
    warning: 'Payments of its plans and requests of its schools will be cancelled.',
    examples: [
      'accounts deactivate LW12345 --reason "Family has left the school"',
      'accounts deactivate LW12345 --reason "Opened twice" --acknowledge --yes',
    ],
    text: (account) => shown(account, 'Closed.'),
  }),
  callCommand({
    name: 'accounts reactivate',
    about:
      'Opens a closed account again, with the cancelled payments that are chosen: "accounts show" lists them beforehand.',
    call: 'POST /api/staff/accounts/:accountId/reactivate',
    options: {
      begin: {
        about:
          'Nothing; Coming: payments whose day is still to come; All: missed ones too, which are overdue then',
      },
    },
    warning: 'The family is told which payments will be collected.',
    examples: [
      'accounts reactivate LW12345 --begin Coming --reason "Family stays after all"',
      'accounts reactivate LW12345 --begin Nothing --reason "Only to refund a payment" --yes',
    ],
    text: (account) => shown(account, 'Open again.'),
  }),
  callCommand({
    name: 'accounts add-member',
    about: 'Lets one more customer see and use an account.',
    call: 'POST /api/staff/accounts/:accountId/members/:customerId/add',
    examples: ['accounts add-member LW12345 tom@example.org --reason "Both parents pay"'],
    text: (account) => shown(account, 'Added.'),
  }),
  callCommand({
    name: 'accounts remove-member',
    about: 'Removes an account from a customer; the last one stays.',
    call: 'POST /api/staff/accounts/:accountId/members/:customerId/remove',
    warning: 'They will not see this account any more.',
    examples: ['accounts remove-member LW12345 tom@example.org --reason "Separated, court order on file"'],
    text: (account) => shown(account, 'Removed.'),
  }),
  callCommand({
    name: 'students add',
    about: 'Enrols a child whose fees the account pays in full.',
    call: 'POST /api/staff/accounts/:accountId/students',
    arguments: { 'first-name': 'of the child', 'last-name': 'of the child' },
    options: {
      year: { about: 'the tuition year they start in', field: 'startYear' },
      level: { about: 'the level they start in, like "Year 7"', field: 'startYearLevel' },
      school: { about: "another school than the account's", field: 'institutionId' },
      joined: {
        field: 'joinedOn',
        about: 'since when the family pays through us: today by default, "none" for longer than we know',
        nullWord: 'none',
      },
    },
    examples: [
      'students add LW12345 Ruby Bennett --year 2027 --level "Year 7" --reason "Enrolled by the school"',
      'students add LW12345 Ned Bennett --year 2027 --level Prep --school Ironbark --reason "Goes to the junior school"',
    ],
    text: (account) => shown(account, 'Enrolled.'),
  }),
  callCommand({
    name: 'students edit',
    about:
      "Corrects a child's name, first year, level, school or day of joining, in every account that pays for the child.",
    call: 'PUT /api/staff/accounts/:accountId/enrolments/:enrolmentId',
    options: {
      'first-name': 'of the child',
      'last-name': 'of the child',
      year: { about: 'the tuition year they start in', field: 'startYear' },
      level: { about: 'the level they start in', field: 'startYearLevel' },
      school: { about: 'another school', field: 'institutionId' },
      joined: {
        field: 'joinedOn',
        about: 'since when the family pays through us, or "none"',
        nullWord: 'none',
      },
    },
    examples: [
      'students edit LW12345 77a40c15 --joined 2027-05-10 --reason "New at the school in term 2"',
      'students edit LW12345 77a40c15 --last-name Ray --reason "Misspelt"',
    ],
    text: (account) => shown(account, 'Corrected.'),
  }),
  command({
    name: 'students share',
    about: "Sets which accounts pay which share of a child's fees; the shares add up to a hundred.",
    arguments: [{ name: 'student', about: 'the id of the child, from accounts show' }],
    options: {
      share: { value: 'account=percent', about: 'for example LW12345=60', isMany: true, isRequired: true },
      remainder: { value: 'account', about: 'whose share takes the odd cents', isRequired: true },
    },
    isChange: true,
    examples: [
      'students share 9b27d3e0 --share LW12345=60 --share LW54321=40 --remainder LW12345 --reason "Court order"',
    ],
    async run({ api, reason, argument, option }) {
      const shares: { accountId: string; percent: number }[] = []
      for (const share of option.share) {
        const [, account = '', percent] = /^(.+)=(\d{1,3}(?:\.\d{1,2})?)$/.exec(share) ?? []
        if (percent === undefined) throw wrongValue('--share', share, 'Write it like LW12345=60.')
        shares.push({ accountId: await accountBy(api, account), percent: Number(percent) })
      }
      const paid = await api('PUT /api/staff/students/:studentId/shares', {
        params: { studentId: argument.student },
        body: { shares, remainderAccountId: option.remainder, reason },
      })
      const lines = paid.map(
        ({ shortId, percent, holdsRemainder }) =>
          `${shortId} pays ${percent}%${holdsRemainder ? ' and the odd cents' : ''}`,
      )
      return { raw: paid, text: lines.join('\n') }
    },
  }),
]

const shown = (account: StaffAccount, done: string) => `${done}\n\n${accountPage(account)}`
