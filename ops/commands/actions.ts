import { command } from '../command.ts'
import { accountBy } from '../lookup.ts'
import { table } from '../table.ts'
import { companyMoment } from '../words.ts'

const account = { name: 'account', about: 'its short id, like LW12345, or its id' } as const

export const actionCommands = [
  command({
    name: 'actions list',
    about: 'What staff have lately done for a family at the desk, and what can be undone.',
    arguments: [account],
    examples: ['actions list LW12345', 'actions list LW12345 --json'],
    async run({ api, argument }) {
      const accountId = await accountBy(api, argument.account)
      const actions = await api('GET /api/staff/accounts/:accountId/actions', { params: { accountId } })
      const text = table(actions, [
        { title: 'When', value: ({ at }) => companyMoment(at) },
        { title: 'Who', value: ({ by }) => by },
        { title: 'Id', value: ({ id }) => id },
        { title: 'Undo', value: ({ undo }) => (undo.isPossible ? 'possible' : 'no') },
        { title: 'What', value: ({ said }) => said },
      ])
      return { raw: actions, text }
    },
  }),
  command({
    name: 'actions undo',
    about:
      'Takes back what was done at the desk, while that is possible. The family hears of it if it heard before.',
    arguments: [account, { name: 'action', about: 'its id, from actions list' }],
    isChange: true,
    examples: [
      'actions undo LW12345 3f0c91d2 --reason "Wrong family"',
      'actions undo LW12345 3f0c91d2 --reason "Asked again" --json',
    ],
    async run({ api, reason, argument }) {
      const accountId = await accountBy(api, argument.account)
      const raw = await api('POST /api/staff/accounts/:accountId/actions/:actionId/undo', {
        params: { accountId, actionId: argument.action },
        body: { reason },
      })
      return { raw, text: raw.said }
    },
  }),
]
