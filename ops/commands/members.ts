import type { StaffMember } from '#contract/staff-access.ts'
import { staffRoles, type StaffRole } from '#domain/staff.ts'
import type { Api } from '../api.ts'
import { choice } from '../choice.ts'
import { command, type Command } from '../command.ts'
import { OpsFailure } from '../failure.ts'
import { program } from '../program.ts'
import { facts, table } from '../table.ts'
import { companyMoment, yesNo } from '../words.ts'

const role = { value: 'role', about: `one of ${staffRoles.join(', ')}` }
const email = { name: 'email', about: 'the e-mail of the member of staff' } as const

export const memberCommands: Command[] = [
  command({
    name: 'staff list',
    about: 'Lists staff with their roles.',
    examples: ['staff list', 'staff list --json'],
    async run({ api }) {
      const members = await api('GET /api/staff/members')
      const text = table(members, [
        { title: 'Name', value: ({ name }) => name },
        { title: 'E-mail', value: (member) => member.email },
        { title: 'Role', value: (member) => member.role },
        { title: 'Status', value: ({ status }) => status },
        { title: 'Two-factor', value: ({ hasTwoFactor }) => yesNo(hasTwoFactor) },
        { title: 'Last log-in', value: ({ lastLogInAt }) => companyMoment(lastLogInAt) || 'never' },
      ])
      return { raw: members, text }
    },
  }),
  command({
    name: 'staff add',
    about: 'Adds a member of staff, who can log in immediately.',
    arguments: [email],
    options: {
      name: { value: 'name', about: 'first and last name', isRequired: true },
      role: { ...role, isRequired: true },
      mobile: { value: 'number', about: 'where log-in codes go, like +61491570156', isRequired: true },
    },
    isChange: true,
    examples: [
      'staff add ana@example.org --name "Ana Lim" --role support --mobile +61491570156 --reason "New colleague"',
      'staff add tom@example.org --name "Tom Ray" --role admin --mobile +447700900123 --reason "UK lead"',
    ],
    async run({ api, reason, argument, option: { name, mobile, ...option } }) {
      const member = await api('POST /api/staff/members', {
        body: {
          email: argument.email,
          name,
          mobile,
          role: choice('--role', option.role, staffRoles),
          reason,
        },
      })
      return { raw: member, text: `${member.name} can now log in as ${member.role}.\n\n${shown(member)}` }
    },
  }),
  command({
    name: 'staff edit',
    about: 'Changes the role, name or mobile of a member of staff.',
    arguments: [email],
    options: {
      role,
      name: { value: 'name', about: 'first and last name' },
      mobile: { value: 'number', about: 'where log-in codes go; ends their sessions' },
    },
    isChange: true,
    examples: [
      'staff edit ana@example.org --role operations --reason "Moves to the money desk"',
      'staff edit ana@example.org --mobile +61491570157 --reason "New phone"',
    ],
    async run({ api, reason, argument, option: { name, mobile, ...option } }) {
      const role =
        option.role === undefined ? undefined : choice<StaffRole>('--role', option.role, staffRoles)
      const { id } = await memberBy(api, argument.email)
      const member = await api('PUT /api/staff/members/:staffId', {
        params: { staffId: id },
        body: { role, name, mobile, reason },
      })
      return { raw: member, text: `Changed.\n\n${shown(member)}` }
    },
  }),
  command({
    name: 'staff disable',
    about: 'Ends all sessions of a member of staff and blocks log-in.',
    arguments: [email],
    isChange: true,
    warning: 'They lose access immediately.',
    examples: [
      'staff disable ana@example.org --reason "Has left us"',
      'staff disable ana@example.org --reason "Has left us" --yes',
    ],
    run: ({ api, reason, argument }) => setStatus(api, argument.email, 'Disabled', reason),
  }),
  command({
    name: 'staff enable',
    about: 'Restores log-in for a member of staff.',
    arguments: [email],
    isChange: true,
    examples: [
      'staff enable ana@example.org --reason "Back from leave"',
      'staff enable ana@example.org --reason "Disabled by mistake" --json',
    ],
    run: ({ api, reason, argument }) => setStatus(api, argument.email, 'Active', reason),
  }),
]

async function setStatus(api: Api, email: string, status: StaffMember['status'], reason: string) {
  const { id } = await memberBy(api, email)
  const member = await api('PUT /api/staff/members/:staffId', {
    params: { staffId: id },
    body: { status, reason },
  })
  return { raw: member, text: shown(member) }
}

async function memberBy(api: Api, email: string): Promise<StaffMember> {
  const members = await api('GET /api/staff/members')
  const member = members.find((each) => each.email === email.trim().toLowerCase())
  if (!member)
    throw new OpsFailure('refused', `${email} is not a member of staff.`, `See ${program} staff list`)
  return member
}

function shown(member: StaffMember): string {
  return facts([
    ['Name', member.name],
    ['E-mail', member.email],
    ['Role', member.role],
    ['Mobile', member.mobileLast3Digits && `ends in ${member.mobileLast3Digits}`],
    ['Status', member.status],
    ['Two-factor', yesNo(member.hasTwoFactor)],
  ])
}
