import { callCommand } from '../call-command.ts'
import type { StaffMember } from '#contract/staff-access.ts'

import type { Api } from '../api.ts'
import { command, type Command } from '../command.ts'
import { facts, table } from '../table.ts'
import { companyMoment, yesNo } from '../words.ts'

const email = { name: 'email', about: 'the e-mail of the member of staff' } as const

export const memberCommands: Command[] = [
  callCommand({
    name: 'staff list',
    about: 'Lists staff with their roles.',
    call: 'GET /api/staff/members',
    examples: ['staff list'],
    text: (members) =>
      table(members, [
        { title: 'Name', value: ({ name }) => name },
        { title: 'E-mail', value: (member) => member.email },
        { title: 'Role', value: (member) => member.role },
        { title: 'Status', value: ({ status }) => status },
        { title: 'Two-factor', value: ({ hasTwoFactor }) => yesNo(hasTwoFactor) },
        { title: 'Last log-in', value: ({ lastLogInAt }) => companyMoment(lastLogInAt) || 'never' },
      ]),
  }),
  callCommand({
    name: 'staff add',
    about: 'Adds a member of staff, who can log in immediately.',
    call: 'POST /api/staff/members',
    arguments: { email: 'the e-mail of the member of staff' },
    options: {
      name: 'first and last name',
      role: {},
      mobile: 'where log-in codes go, like +61491570156',
    },
    examples: [
      'staff add ana@example.org --name "Ana Lim" --role support --mobile +61491570156 --reason "New colleague"',
    ],
    text: (member) => `${member.name} can now log in as ${member.role}.\n\n${memberPage(member)}`,
  }),
  callCommand({
    name: 'staff edit',
    about: 'Changes the role, name or mobile of a member of staff.',
    call: 'PUT /api/staff/members/:staffId',
    options: {
      role: {},
      name: 'first and last name',
      mobile: 'where log-in codes go; ends their sessions',
    },
    examples: [
      'staff edit ana@example.org --role operations --reason "Moves to the money desk"',
      'staff edit ana@example.org --mobile +61491570157 --reason "New phone"',
    ],
    text: (member) => `Changed.\n\n${memberPage(member)}`,
  }),
  command({
    name: 'staff disable',
    about: 'Ends all sessions of a member of staff and blocks log-in.',
    arguments: [email],
    isChange: true,
    warning: 'They lose access immediately.',
    examples: ['staff disable ana@example.org --reason "Has left us"'],
    run: ({ api, reason, argument }) => setStatus(api, argument.email, 'Disabled', reason),
  }),
  command({
    name: 'staff enable',
    about: 'Restores log-in for a member of staff.',
    arguments: [email],
    isChange: true,
    examples: ['staff enable ana@example.org --reason "Back from leave"'],
    run: ({ api, reason, argument }) => setStatus(api, argument.email, 'Active', reason),
  }),
]

async function setStatus(api: Api, staffId: string, status: StaffMember['status'], reason: string) {
  const body = { status, reason }
  const member = await api('PUT /api/staff/members/:staffId', { params: { staffId }, body })
  return { raw: member, text: memberPage(member) }
}

function memberPage(member: StaffMember): string {
  return facts([
    ['Name', member.name],
    ['E-mail', member.email],
    ['Role', member.role],
    ['Mobile', member.mobileLast3Digits && `ends in ${member.mobileLast3Digits}`],
    ['Status', member.status],
    ['Two-factor', yesNo(member.hasTwoFactor)],
  ])
}
