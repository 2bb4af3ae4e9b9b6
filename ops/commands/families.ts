import { callCommand, fileCommand } from '../call-command.ts'
import type { Region } from '#domain/region.ts'
import { command, type Command } from '../command.ts'
import { facts, sections, table } from '../table.ts'
import { day, moment, money } from '../words.ts'

const which = { name: 'account', about: 'its short id, like LW12345, or its id' } as const
const paging = { cursor: 'where the page before ended', limit: {} }

/** Shows how to get the next page, if there is one. */
const withMore = (text: string, nextCursor: string | null) =>
  nextCursor === null ? text : `${text}\n\nThere is more: add --cursor ${nextCursor}`

const signed = (amount: number, region: Region) => `${amount > 0 ? '+' : ''}${money(amount, region)}`

export const familyCommands: Command[] = [
  callCommand({
    name: 'families show',
    about: 'Shows how a family stands: balance, overdue, next debit, plans, people, methods and requests.',
    call: 'GET /api/staff/families/:accountId',
    examples: ['families show LW12345'],
    text: (family) => {
      const { glance, region } = family
      const sum = (amount: number | null) => (amount === null ? 'none' : money(amount, region))
      return sections([
        [
          `${family.name}, ${family.shortId}`,
          facts([
            ['Balance', `${sum(glance.balance.amount)}. ${glance.balance.sentence}`],
            ['Overdue', `${sum(glance.overdue.amount)}. ${glance.overdue.sentence}`],
            ['Next debit', `${sum(glance.next.amount)}. ${glance.next.sentence}`],
            ...glance.plans.map(
              (plan) =>
                [
                  `Plan ${plan.yearName}`,
                  `${sum(plan.total)}, ${plan.rhythm}, ${plan.paidCount} of ${plan.count} paid, ${plan.status}`,
                ] as const,
            ),
            ...family.facts.map(({ label, value }) => [label, value] as const),
          ]),
        ],
        [
          'Open requests',
          table(
            family.requests,
            [
              { title: 'Amount', value: ({ amount }) => sum(amount), alignRight: true },
              { title: 'Due', value: ({ dueOn }) => day(dueOn) },
              { title: 'About', value: ({ about }) => about },
            ],
            'None.',
          ),
        ],
        [
          'Members',
          table(family.members, [
            { title: 'Name', value: ({ name }) => name },
            { title: 'E-mail', value: ({ email }) => email },
            { title: 'Mobile', value: ({ mobile }) => mobile ?? '' },
            {
              title: 'Last log-in',
              value: ({ lastLogIn }) => (lastLogIn === null ? 'never' : moment(lastLogIn, region)),
            },
          ]),
        ],
        [
          'Students',
          table(
            family.students,
            [
              { title: 'Name', value: ({ name }) => name },
              { title: 'Level', value: ({ yearLevel }) => yearLevel ?? 'finished' },
              { title: 'School', value: ({ schoolName }) => schoolName },
              { title: 'Share', value: ({ percent }) => `${percent}%`, alignRight: true },
            ],
            'None.',
          ),
        ],
        [
          'Payment methods',
          table(
            family.methods,
            [
              { title: 'Method', value: ({ name }) => name },
              { title: 'About', value: ({ about }) => about },
              { title: 'Use', value: ({ isActive }) => (isActive ? 'active' : '') },
            ],
            'None.',
          ),
        ],
      ])
    },
  }),
  command({
    name: 'families why',
    about: 'Explains the balance of a family in parts that add up, in the words of the portal.',
    arguments: [which],
    examples: ['families why LW12345'],
    async run({ api, argument }) {
      const accountId = argument.account
      const why = await api('GET /api/staff/families/:accountId/explanations/:figure', {
        params: { accountId, figure: 'balance' },
      })
      const { region } = await api('GET /api/staff/families/:accountId/ledger', {
        params: { accountId },
        query: {},
      })
      const rows = [
        ...why.groups.map(({ sentence, amount }) => ({ sentence, amount: signed(amount, region) })),
        { sentence: 'Balance', amount: money(why.amount, region) },
      ]
      const parts = table(rows, [
        { title: 'Part', value: ({ sentence }) => sentence },
        { title: 'Amount', value: ({ amount }) => amount, alignRight: true },
      ])
      const notInIt = why.notInIt.length > 0 ? `\n\nNot in it: ${why.notInIt.join(', ')}.` : ''
      return { raw: why, text: parts + notInIt }
    },
  }),
  callCommand({
    name: 'families ledger',
    about: 'Lists the entries of a family, newest first, with the balance after each.',
    call: 'GET /api/staff/families/:accountId/ledger',
    options: { filter: {}, year: 'the calendar year to begin with', ...paging },
    examples: ['families ledger LW12345', 'families ledger LW12345 --filter Fees --year 2026'],
    text: ({ rows, region, counts, nextCursor }) => {
      const text = table(
        rows,
        [
          { title: 'Date', value: ({ date }) => day(date) },
          { title: 'What happened', value: ({ what }) => what },
          { title: 'Detail', value: ({ detail }) => detail },
          { title: 'Through', value: ({ through }) => through },
          { title: 'Amount', value: ({ amount }) => signed(amount, region), alignRight: true },
          { title: 'Balance after', value: ({ balance }) => money(balance, region), alignRight: true },
          { title: 'Entry', value: ({ id }) => id },
        ],
        'Nothing was booked.',
      )
      return withMore(`${text}\n\n${counts.All} entries in all.`, nextCursor)
    },
  }),
  callCommand({
    name: 'families entry',
    about: 'Explains one entry: what happened, what was booked, and what the family was told.',
    call: 'GET /api/staff/families/:accountId/ledger/:entryId',
    arguments: { entry: { about: 'its id', field: 'entryId' } },
    examples: ['families entry LW12345 9f20c1aa'],
    text: (entry) => {
      const postings = entry.entries.flatMap(({ what, postings: all }) =>
        all.map((posting) => ({ what, ...posting })),
      )
      const text = sections([
        [entry.what, entry.sentences.join(' ')],
        [
          'Booked',
          table(postings, [
            { title: 'Entry', value: ({ what }) => what },
            { title: 'Book', value: ({ name }) => name },
            { title: 'Amount', value: ({ amount }) => amount.toFixed(2), alignRight: true },
          ]),
        ],
        [
          'Told',
          table(
            entry.told,
            [
              { title: 'Message', value: ({ title }) => title },
              { title: 'To', value: ({ recipient }) => recipient },
              { title: 'State', value: ({ status }) => status },
            ],
            'No message was sent about it.',
          ),
        ],
      ])
      return text
    },
  }),
  fileCommand({
    name: 'families export',
    about: 'Saves the ledger of a family as a file for a spreadsheet.',
    call: 'GET /api/staff/families/:accountId/ledger/export',
    options: { year: 'up to the end of this calendar year' },
    examples: ['families export LW12345', 'families export LW12345 --to ledger.csv'],
  }),
  command({
    name: 'families plans',
    about: 'Shows the versions of the plans of a family, what each changed, and what is left to pay.',
    arguments: [which],
    examples: ['families plans LW12345'],
    async run({ api, argument }) {
      const accountId = argument.account
      const { plans, region } = await api('GET /api/staff/families/:accountId/plans', {
        params: { accountId },
      })
      const text = sections(
        plans.flatMap((plan) => [
          [
            `Plan ${plan.yearName}, ${plan.status}`,
            table(plan.versions, [
              { title: 'Version', value: ({ version }) => String(version), alignRight: true },
              { title: 'Saved', value: ({ savedAt }) => moment(savedAt, region) },
              { title: 'What', value: ({ title }) => title },
              { title: 'By', value: ({ savedByName, savedBy }) => savedByName ?? savedBy },
              { title: 'Reason', value: ({ reason }) => reason ?? '' },
              { title: 'Total', value: ({ total }) => money(total, region), alignRight: true },
            ]),
          ] as const,
          [
            `Still to be paid: ${money(plan.stillToBePaid, region)}`,
            table(
              plan.toBeMade,
              [
                { title: 'No.', value: ({ number }) => String(number ?? ''), alignRight: true },
                { title: 'Due', value: ({ dueOn }) => day(dueOn) },
                { title: 'Collected', value: ({ collectOn }) => day(collectOn) },
                { title: 'State', value: ({ state }) => state },
                { title: 'Amount', value: ({ amount }) => money(amount, region), alignRight: true },
              ],
              'Nothing.',
            ),
          ] as const,
        ]),
      )
      return { raw: plans, text: plans.length === 0 ? 'There is no plan yet.' : text }
    },
  }),
  callCommand({
    name: 'families payments',
    about: 'Lists the payments of a family, newest first, with what became of each.',
    call: 'GET /api/staff/families/:accountId/payments',
    options: paging,
    examples: ['families payments LW12345', 'families payments LW12345 --limit 50'],
    text: ({ payments, region, nextCursor }) => {
      const text = table(
        payments,
        [
          { title: 'Date', value: ({ date }) => day(date) },
          { title: 'Payment', value: ({ name }) => name },
          { title: 'Method', value: ({ methodName }) => methodName },
          { title: 'State', value: ({ status }) => status },
          { title: 'Amount', value: ({ amount }) => money(amount, region), alignRight: true },
          { title: 'Id', value: ({ id }) => id },
        ],
        'There are no payments.',
      )
      return withMore(text, nextCursor)
    },
  }),
  callCommand({
    name: 'families activity',
    about: 'Lists what was done to a family and by it, newest first.',
    call: 'GET /api/staff/families/:accountId/activity',
    options: { filter: {}, ...paging },
    examples: ['families activity LW12345', 'families activity LW12345 --filter Money'],
    text: ({ events, region, nextCursor }) => {
      const text = table(
        events,
        [
          { title: 'When', value: ({ at }) => moment(at, region) },
          { title: 'Who', value: ({ who }) => who },
          { title: 'What', value: ({ sentence }) => sentence },
          { title: 'Why', value: ({ detail }) => detail },
        ],
        'No entries.',
      )
      return withMore(text, nextCursor)
    },
  }),
]
