import { callCommand, fileCommand } from '../call-command.ts'
import type { StaffContactChange, StaffCustomer } from '#contract/staff-customers.ts'
import { awaits } from '../awaits.ts'
import { command, type Command } from '../command.ts'
import { customerTable } from '../lookup.ts'
import { facts, sections, table } from '../table.ts'
import { companyMoment, day, moment } from '../words.ts'

const who = { name: 'customer', about: 'e-mail, name, mobile, id, or the short id of an account' } as const

const person = {
  'first-name': 'how they are addressed',
  'last-name': 'family name',
  'birth-date': 'like 1985-02-28',
  unit: {
    field: 'address.unitNo',
    about: 'address: flat or unit; a new address replaces all of the old one',
  },
  'street-no': { field: 'address.streetNo', about: 'address: number in the street' },
  street: { field: 'address.street', about: 'address: street' },
  suburb: { field: 'address.suburb', about: 'address: suburb or town' },
  state: { field: 'address.state', about: 'address: state or county; required in an address' },
  postcode: { field: 'address.postcode', about: 'address: postcode; required in an address' },
}

export const customerCommands: Command[] = [
  callCommand({
    name: 'customers find',
    about: 'Finds customers by the beginning of e-mail or name, by mobile, or by the short id of an account.',
    call: 'GET /api/staff/customers',
    arguments: { text: { about: 'what you know of them', field: 'find' } },
    options: { limit: {} },
    examples: ['customers find olivia'],
    text: customerTable,
  }),
  callCommand({
    name: 'customers show',
    about: 'Shows everything we keep about one customer.',
    call: 'GET /api/staff/customers/:customerId',
    examples: ['customers show olivia@demo.example'],
    text: customerPage,
  }),
  callCommand({
    name: 'customers add',
    about: 'Creates a customer, who can pay once an account is added.',
    call: 'POST /api/staff/customers',
    arguments: { email: 'how they log in' },
    options: { ...person, mobile: 'where log-in codes go, like +61491570156', region: {} },
    examples: [
      'customers add mia@example.org --first-name Mia --last-name Ong --region AU --reason "Enrolled by the school"',
      'customers add tom@example.org --first-name Tom --last-name Ray --region UK --mobile +447700900123 --reason "By phone"',
    ],
    text: (customer) => shown(customer, 'Created.'),
  }),
  callCommand({
    name: 'customers edit',
    about:
      'Changes name, birth date or address; what you leave out stays. For e-mail and mobile: customers contact.',
    call: 'PUT /api/staff/customers/:customerId',
    options: person,
    examples: [
      'customers edit olivia@demo.example --last-name Bennett --reason "Married, has sent the certificate"',
      'customers edit olivia@demo.example --street-no 12 --street "Bay Rd" --suburb Sandringham --state VIC --postcode 3191 --reason "Moved"',
    ],
    text: (customer) => shown(customer, 'Changed.'),
  }),
  command({
    name: 'customers contact',
    about: 'Changes e-mail or mobile. Old and new are notified, and withdrawals pause.',
    arguments: [who],
    options: {
      email: { value: 'email', about: 'how they log in from now on' },
      mobile: { value: 'number', about: 'where log-in codes go, like +61491570156' },
      'no-mobile': { about: 'take the mobile away: they then log in by mail' },
    },
    isChange: true,
    warning:
      'They are logged out everywhere. Withdrawals and new bank accounts pause, for 48 hours unless this server is set otherwise.',
    examples: [
      'customers contact olivia@demo.example --mobile +61491570157 --reason "New phone, identified by birth date"',
      'customers contact olivia@demo.example --email olivia@new.example --reason "New address, called back" --yes',
    ],
    async run({ api, reason, argument, option }) {
      const customer = await api('PUT /api/staff/customers/:customerId/contact', {
        params: { customerId: argument.customer },
        body: { email: option.email, mobile: option['no-mobile'] ? null : option.mobile, reason },
      })
      return {
        raw: customer,
        text: shown(customer, 'Saved. Where something changed, old and new are notified.'),
      }
    },
  }),
  fileCommand({
    name: 'customers export',
    about: 'Exports everything we hold about a customer to a file. The export is recorded.',
    call: 'GET /api/staff/customers/:customerId/export',
    examples: ['customers export olivia@demo.example', 'customers export LW12345 --to olivia.json'],
  }),
  callCommand({
    name: 'customers erase',
    about:
      "Requests deletion of a customer's personal data. Their accounts must be closed and settled; a colleague approves it.",
    call: 'POST /api/staff/customers/:customerId/erase',
    warning:
      'Once approved, name, contact details, documents and payment methods are deleted permanently. The ledger, payments and consents are kept without the name.',
    examples: ['customers erase olivia@demo.example --reason "Asked for it in writing, 3 November"'],
    text: awaits,
  }),
  callCommand({
    name: 'customers contact-changes',
    about: 'Lists every change of e-mail or mobile of one customer, newest first. Your view is recorded.',
    call: 'GET /api/staff/customers/:customerId/contact-changes',
    examples: ['customers contact-changes olivia@demo.example'],
    text: contactChangeTable,
  }),
  callCommand({
    name: 'customers resolve-contact',
    about:
      'Decides on a contact change that the former address has stopped: keep it, or restore the former contact.',
    call: 'POST /api/staff/contact-changes/:contactChangeId/resolve',
    arguments: { decision: {} },
    examples: [
      'customers resolve-contact 3f0c91d2 restore --reason "Called back on the old number: it was not her"',
    ],
    text: (customer, { decision }) =>
      shown(customer, /^keep$/i.test(decision ?? '') ? 'The change is kept.' : 'The former contact is back.'),
  }),
  callCommand({
    name: 'customers disable',
    about: "Blocks a customer's portal access and ends their sessions immediately.",
    call: 'POST /api/staff/customers/:customerId/disable',
    warning: 'They are logged out everywhere and cannot log in again until you enable them.',
    examples: ['customers disable olivia@demo.example --reason "Mailbox taken over"'],
    text: (customer) => shown(customer, 'Disabled.'),
  }),
  callCommand({
    name: 'customers enable',
    about: "Restores a customer's portal access.",
    call: 'POST /api/staff/customers/:customerId/enable',
    examples: ['customers enable olivia@demo.example --reason "Identified by phone"'],
    text: (customer) => shown(customer, 'Enabled.'),
  }),
  callCommand({
    name: 'customers invite',
    about: "Invites a customer by mail to give to the fund, with the fund's own link.",
    call: 'POST /api/staff/customers/:customerId/contribution-invite',
    options: { url: { about: "the fund's link for this customer", field: 'inviteUrl' } },
    examples: [
      'customers invite olivia@demo.example --url https://fund.example/i/8f2 --reason "Asked for it"',
    ],
    text: (customer) => shown(customer, 'The invitation is on its way.'),
  }),
  callCommand({
    name: 'customers contribution',
    about: "Corrects what we know about a customer's voluntary contribution.",
    call: 'PUT /api/staff/customers/:customerId/contribution',
    arguments: { status: {} },
    examples: ['customers contribution olivia@demo.example Active --reason "Told by the fund on the phone"'],
    text: (customer) => shown(customer, 'Corrected.'),
  }),
  callCommand({
    name: 'impersonate',
    about:
      'Makes a link that shows the portal as the customer sees it: once, for half an hour, without money.',
    call: 'POST /api/staff/customers/:customerId/impersonation',
    examples: ['impersonate olivia@demo.example --reason "Cannot find her statements"'],
    text: (link) =>
      `${link.url}\n\nIt opens once, and until ${companyMoment(link.endsAt)}. Everything you look at is written down with your name.`,
  }),
]

function contactChangeTable(changes: readonly StaffContactChange[]): string {
  const fromTo = (from: string | null, to: string | null) =>
    from === to ? '' : `${from ?? 'none'} → ${to ?? 'none'}`
  return table(
    changes,
    [
      { title: 'Changed', value: ({ changedAt }) => companyMoment(changedAt) },
      { title: 'Status', value: ({ status }) => status },
      { title: 'E-mail', value: ({ oldEmail, newEmail }) => fromTo(oldEmail, newEmail) },
      { title: 'Mobile', value: ({ oldMobile, newMobile }) => fromTo(oldMobile, newMobile) },
      { title: 'By', value: ({ changedBy }) => changedBy },
      { title: 'Blocked until', value: ({ blockedUntil }) => companyMoment(blockedUntil) },
      { title: 'Reason', value: ({ reason }) => reason },
      { title: 'Id', value: ({ id }) => id },
    ],
    'Nothing has changed.',
  )
}

const shown = (customer: StaffCustomer, done: string) => `${done}\n\n${customerPage(customer)}`

function customerPage(customer: StaffCustomer): string {
  const details = facts([
    ['Name', `${customer.firstName} ${customer.lastName}`],
    ['E-mail', customer.email],
    ['Mobile', customer.mobile ?? 'none on file'],
    ['Address', customer.address?.fullAddress],
    ['Born', day(customer.birthDate)],
    ['Region', customer.region],
    ['Status', customer.status],
    ['Open sessions', customer.openSessions],
    ['Contribution', customer.contribution?.status],
    ['Customer since', moment(customer.createdAt, customer.region)],
    ['Id', customer.id],
  ])
  const accounts = table(
    customer.accounts,
    [
      { title: 'Account', value: ({ shortId }) => shortId },
      { title: 'School', value: ({ institutionName }) => institutionName },
      { title: 'Product', value: ({ productType }) => productType },
      { title: 'Status', value: ({ status }) => status },
    ],
    'No account yet.',
  )
  return sections([
    ['Customer', details],
    ['Accounts', accounts],
  ])
}
