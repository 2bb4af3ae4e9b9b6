import type { AuditEvent } from '#contract/staff-access.ts'
import { auditDetail } from '#domain/audit-words.ts'
import { auditKinds, mayActAs, staffRoles } from '#domain/staff.ts'
import { choice } from '../choice.ts'
import { command, type Command } from '../command.ts'
import { subjectBy } from '../lookup.ts'
import { facts, sections, table } from '../table.ts'
import { companyMoment, yesNo } from '../words.ts'

const auditLimit = { value: 'count', about: 'how many, at most 500; 100 by default' } as const

export const auditCommands: Command[] = [
  command({
    name: 'audit list',
    about:
      'Lists what was done to an account, a customer or a school, or by a member of staff, newest first.',
    arguments: [
      {
        name: 'subject',
        about:
          'an account by its short id, a customer or a member of staff by e-mail, a school by name, or "company"',
      },
    ],
    options: { limit: auditLimit },
    examples: ['audit list LW12345', 'audit list olivia@demo.example --limit 20'],
    async run({ api, argument, option: { limit } }) {
      const subject = await subjectBy(api, argument.subject)
      const events = await api('GET /api/staff/audit', { query: { subject, limit } })
      return { raw: events, text: auditTable(events) }
    },
  }),
  command({
    name: 'audit find',
    about: 'Searches everything that was done, by person or family, action, kind and day, newest first.',
    options: {
      find: { value: 'text', about: 'a name, an e-mail or a short id' },
      action: { value: 'name', about: 'only this action, like RefundOrdered' },
      kind: { value: 'kind', about: `one of ${auditKinds.join(', ')}` },
      from: { value: 'date', about: 'since this day, in Sydney' },
      to: { value: 'date', about: 'up to this day, in Sydney' },
      limit: auditLimit,
    },
    examples: [
      'audit find --find "Callum Reid" --kind Changes',
      'audit find --action PayoutMade --from 2027-02-01',
    ],
    async run({ api, option }) {
      const { kind, ...query } = option
      const events = await api('GET /api/staff/audit', {
        query: { ...query, kind: kind === undefined ? undefined : choice('--kind', kind, auditKinds) },
      })
      return { raw: events, text: auditTable(events) }
    },
  }),
  command({
    name: 'audit summary',
    about: 'Counts what staff changed, looked at and did as a family, and lists every action on record.',
    options: {
      find: { value: 'text', about: 'a name, an e-mail or a short id' },
      from: { value: 'date', about: 'since this day, in Sydney' },
      to: { value: 'date', about: 'up to this day, in Sydney' },
    },
    examples: ['audit summary', 'audit summary --find "Callum Reid" --from 2027-02-01'],
    async run({ api, option }) {
      const summary = await api('GET /api/staff/audit/summary', { query: option })
      const text = facts([
        ['Changed by staff', summary.changes],
        ['Looked at', summary.views],
        ['Done as a family', summary.asFamily],
        ['Actions', summary.actions.join(', ')],
      ])
      return { raw: summary, text }
    },
  }),
  command({
    name: 'staff roles',
    about: 'Shows who may do what, by role, and the least role of every call.',
    examples: ['staff roles', 'staff roles --json'],
    async run({ api }) {
      const { abilities, chapters } = await api('GET /api/staff/permissions')
      const overview = table(abilities, [
        { title: 'May', value: ({ about }) => about },
        ...staffRoles.map((role) => ({
          title: role,
          value: (ability: (typeof abilities)[number]) => yesNo(mayActAs(role, ability.role)),
        })),
      ])
      const calls = chapters.map(
        ({ name, calls: listed }) =>
          [
            name,
            table(listed, [
              { title: 'Role', value: ({ role }) => role },
              { title: 'What', value: ({ about }) => about },
            ]),
          ] as const,
      )
      return { raw: { abilities, chapters }, text: sections([['Who may do what', overview], ...calls]) }
    },
  }),
]

function auditTable(events: readonly AuditEvent[]): string {
  return table(
    events,
    [
      { title: 'When', value: ({ at }) => companyMoment(at) },
      {
        title: 'Who',
        value: ({ actor, actorKind, impersonatorEmail }) => impersonatorEmail ?? actor ?? actorKind,
      },
      { title: 'What', value: ({ action }) => action },
      {
        title: 'About',
        value: ({ about }) => about && [about.name, about.shortId].filter(Boolean).join(', '),
      },
      {
        title: 'Details',
        value: ({ details }) =>
          Object.entries(details)
            .map(([name, value]) => auditDetail(name, value))
            .join('; '),
      },
    ],
    'No entries.',
  )
}
