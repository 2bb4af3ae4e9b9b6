import { callCommand } from '../call-command.ts'
import type { Found } from '#contract/staff-find.ts'
import type { Command } from '../command.ts'
import { sections, table } from '../table.ts'
import { counted, day, money } from '../words.ts'

const titles = {
  Families: 'Families',
  People: 'People',
  Students: 'Students',
  Payments: 'Payments and requests',
  Schools: 'Schools',
} as const

export const findCommands: Command[] = [
  callCommand({
    name: 'find',
    about: 'Searches families, people, students, payments, requests and schools.',
    call: 'GET /api/staff/find',
    arguments: {
      text: {
        about: 'a name, e-mail, mobile, account, BPAY reference, last digits of a method, or an id',
        field: 'q',
      },
    },
    examples: ['find "leena sharma"'],
    text: (found) => {
      const groups = found.groups.map(({ group, count, isMore, items }) => {
        const more = count > items.length ? `, ${items.length} of ${count}${isMore ? ' and more' : ''}` : ''
        return [`${titles[group]}${more}`, foundTable(items)] as const
      })
      const close = found.close.length > 0 ? [['Close to it', foundTable(found.close)] as const] : []
      const nothing = found.nothing ? [`${found.nothing.title}. ${found.nothing.reason}`] : []
      return [...nothing, sections([...groups, ...close])].filter(Boolean).join('\n\n')
    },
  }),
]

function foundTable(items: readonly Found[]): string {
  return table(items, [
    { title: 'Account', value: (item) => ('shortId' in item ? item.shortId : accountsOf(item)) },
    { title: 'What', value: nameOf },
    { title: 'Id', value: idOf },
    { title: 'About', value: aboutOf },
    { title: 'Matched', value: ({ matchedText, difference }) => difference ?? matchedText },
  ])
}

const accountsOf = (item: Found) =>
  item.kind === 'Person' ? item.accounts.map(({ shortId }) => shortId).join(', ') : ''

function nameOf(item: Found): string {
  if ('name' in item) return item.name
  if (item.kind === 'Deposit') return `${money(item.amount, item.region)} in suspense`
  const family = item.familyName
  if (item.kind === 'Payment') return `${money(item.amount, item.region)} of the ${family}`
  return item.kind === 'Request' ? `${money(item.amountLeft, item.region)} asked of the ${family}` : family
}

function idOf(item: Found): string {
  switch (item.kind) {
    case 'Family':
      return item.accountId
    case 'Person':
      return item.customerId
    case 'Student':
      return item.studentId
    case 'Payment':
      return item.paymentId
    case 'Request':
      return item.requestId
    case 'School':
      return item.schoolId
    case 'Deposit':
      return ''
  }
}

function aboutOf(item: Found): string {
  switch (item.kind) {
    case 'Family':
      return [
        item.schoolName,
        item.members.join(', '),
        item.overdue > 0 && `${money(item.overdue, item.region)} overdue`,
      ]
        .filter(Boolean)
        .join(' · ')
    case 'Person':
      return [item.email, item.mobile].filter(Boolean).join(' · ')
    case 'Student':
      return [item.yearLevel, item.schoolName].filter(Boolean).join(' · ')
    case 'Payment':
      return `${item.status} · ${day(item.on)}`
    case 'Request':
      return `${item.status} · due ${day(item.dueOn)}`
    case 'School':
      return counted(item.families, 'family').replace(/familys$/, 'families')
    case 'Deposit':
      return `received ${day(item.receivedOn)} with ${item.reference}`
  }
}
