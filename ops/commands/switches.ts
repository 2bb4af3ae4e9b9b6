import type { ProductChangeStatus } from '#domain/switch-account.ts'
import { command, type Command } from '../command.ts'
import { accountBy } from '../lookup.ts'

const which = { name: 'account', about: 'its short id, like LW12345, or its id' } as const

type Reply = { productChangeStatus: ProductChangeStatus | null }
const outcome = (raw: Reply, text: string) => ({ raw, text })

export const switchCommands: Command[] = [
  command({
    name: 'switch invite',
    about: 'Invites a family that pays as it goes to pay in instalments; a mail asks for their details.',
    arguments: [which],
    isChange: true,
    examples: [
      'switch invite LW12345 --reason "Asked for it on the phone"',
      'switch invite LW12345 --reason "Offered by the school" --json',
    ],
    async run({ api, reason, argument }) {
      const raw = await api('POST /api/staff/accounts/:accountId/switch/invite', {
        params: { accountId: await accountBy(api, argument.account) },
        body: { reason },
      })
      return outcome(raw, 'Invited. The family is told.')
    },
  }),
  command({
    name: 'switch withdraw',
    about: 'Withdraws an invitation that the family has not answered.',
    arguments: [which],
    isChange: true,
    examples: [
      'switch withdraw LW12345 --reason "Invited by mistake"',
      'switch withdraw LW12345 --reason "The family has left the school" --json',
    ],
    async run({ api, reason, argument }) {
      const raw = await api('POST /api/staff/accounts/:accountId/switch/withdraw', {
        params: { accountId: await accountBy(api, argument.account) },
        body: { reason },
      })
      return outcome(raw, 'Taken back. The portal does not ask the family any more.')
    },
  }),
  command({
    name: 'switch complete',
    about: 'Finishes a switch that is in order: the account becomes Plus, and the family sets its plan up.',
    arguments: [which],
    isChange: true,
    examples: [
      'switch complete LW12345 --reason "Details checked"',
      'switch complete LW12345 --reason "Passport seen" --json',
    ],
    async run({ api, reason, argument }) {
      const raw = await api('POST /api/staff/accounts/:accountId/switch/complete', {
        params: { accountId: await accountBy(api, argument.account) },
        body: { reason },
      })
      return outcome(raw, 'Completed. The family is told, and sets its plan up next.')
    },
  }),
]
