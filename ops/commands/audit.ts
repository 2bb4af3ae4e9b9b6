import { callCommand } from '../call-command.ts'
import type { AuditEvent } from '#contract/staff-access.ts'
import { auditDetail } from '#domain/audit-words.ts'
import { mayActAs, staffRoles } from '#domain/staff.ts'
import type { Command } from '../command.ts'
import { facts, sections, table } from '../table.ts'
import { companyMoment, yesNo } from '../words.ts'

const filter = {
  find: 'a name, an e-mail or a short id',
  from: 'since this day, in Sydney',
  to: 'up to this day, in Sydney',
}

export const auditCommands: Command[] = [
  callCommand({
    name: 'audit list',
    about:
      'Lists what was done to an account, a customer or a school, or by a member of staff, newest first.',
    call: 'GET /api/staff/audit',
    arguments: {
      subject:
        'an account by its short id, a customer or a member of staff by e-mail, a school by name, or "company"',
    },
    options: { limit: {} },
    examples: ['audit list LW12345', 'audit list olivia@demo.example --limit 20'],
    text: auditTable,
  }),
  callCommand({
    name: 'audit find',
    about: 'Searches everything that was done, by person or family, action, kind and day, newest first.',
    call: 'GET /api/staff/audit',
    options: { ...filter, action: 'only this action, like RefundOrdered', kind: {}, limit: {} },
    examples: [
      'audit find --find "Callum Reid" --kind Changes',
      'audit find --action PayoutMade --from 2027-02-01',
    ],
    text: auditTable,
  }),
  callCommand({
    name: 'audit summary',
    about: 'Counts what staff changed, looked at and did as a family, and lists every action on record.',
    call: 'GET /api/staff/audit/summary',
    options: filter,
    examples: ['audit summary', 'audit summary --find "Callum Reid" --from 2027-02-01'],
    text: (summary) =>
      facts([
        ['Changed by staff', summary.changes],
        ['Looked at', summary.views],
        ['Done as a family', summary.asFamily],
        ['Actions', summary.actions.join(', ')],
      ]),
  }),
  callCommand({
    name: 'staff roles',
    about: 'Shows who may do what, by role, and the least role of every call.',
    call: 'GET /api/staff/permissions',
    examples: ['staff roles'],
    text: ({ abilities, chapters }) => {
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
      return sections([['Who may do what', overview], ...calls])
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
