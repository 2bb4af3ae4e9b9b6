import { callCommand } from '../call-command.ts'
import { table } from '../table.ts'
import { companyMoment } from '../words.ts'

export const actionCommands = [
  callCommand({
    name: 'actions list',
    about: 'Lists what staff have lately done for a family at the desk, and what can be undone.',
    call: 'GET /api/staff/accounts/:accountId/actions',
    examples: ['actions list LW12345'],
    text: (actions) =>
      table(actions, [
        { title: 'When', value: ({ at }) => companyMoment(at) },
        { title: 'Who', value: ({ by }) => by },
        { title: 'Id', value: ({ id }) => id },
        { title: 'Undo', value: ({ undo }) => (undo.isPossible ? 'possible' : 'no') },
        { title: 'What', value: ({ said }) => said },
      ]),
  }),
  callCommand({
    name: 'actions undo',
    about:
      'Undoes what was done at the desk, while that is possible. The family is notified if it was notified before.',
    call: 'POST /api/staff/accounts/:accountId/actions/:actionId/undo',
    examples: ['actions undo LW12345 3f0c91d2 --reason "Wrong family"'],
    text: ({ said }) => said,
  }),
]
