import { callCommand } from '../call-command.ts'
import type { Command } from '../command.ts'

export const switchCommands: Command[] = [
  callCommand({
    name: 'switch invite',
    about: 'Invites a family that pays as it goes to pay in instalments; a mail asks for their details.',
    call: 'POST /api/staff/accounts/:accountId/switch/invite',
    examples: ['switch invite LW12345 --reason "Asked for it on the phone"'],
    text: () => 'Invited. The family is notified.',
  }),
  callCommand({
    name: 'switch withdraw',
    about: 'Withdraws an invitation that the family has not answered.',
    call: 'POST /api/staff/accounts/:accountId/switch/withdraw',
    examples: ['switch withdraw LW12345 --reason "Invited by mistake"'],
    text: () => 'Withdrawn. The portal no longer asks the family.',
  }),
  callCommand({
    name: 'switch complete',
    about: 'Finishes a switch that is in order: the account becomes Plus, and the family sets its plan up.',
    call: 'POST /api/staff/accounts/:accountId/switch/complete',
    examples: ['switch complete LW12345 --reason "Details checked"'],
    text: () => 'Completed. The family is notified, and sets up its plan next.',
  }),
]
