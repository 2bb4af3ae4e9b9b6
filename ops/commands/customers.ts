import type { StaffContactChange, StaffCustomer } from '#contract/staff-customers.ts'
import { contributionStatuses } from '#domain/accounts.ts'
import { contactDecisions } from '#domain/contact-change.ts'
import { regions } from '#domain/region.ts'
import { choice } from '../choice.ts'
import { awaits } from '../awaits.ts'
import { command, type Command } from '../command.ts'
import { OpsFailure } from '../failure.ts'
import { customerBy, customerTable } from '../lookup.ts'
import { saveOptions } from '../save-file.ts'
import { facts, sections, table } from '../table.ts'
import { companyMoment, day, moment } from '../words.ts'

const who = { name: 'customer', about: 'e-mail, name, mobile, id, or the short id of an account' } as const

const mobile = { value: 'number', about: 'where log-in codes go, like +61491570156' } as const

const person = {
  'first-name': { value: 'name', about: 'how they are addressed' },
  'last-name': { value: 'name', about: 'family name' },
  'birth-date': { value: 'date', about: 'like 1985-02-28' },
  unit: { value: 'number', about: 'address: flat or unit' },
  'street-no': { value: 'number', about: 'address: number in the street' },
  street: { value: 'name', about: 'address: street' },
  suburb: { value: 'name', about: 'address: suburb or town' },
  state: { value: 'name', about: 'address: state or county' },
  postcode: { value: 'code', about: 'address: postcode' },
} as const

export const customerCommands: Command[] = [
  command({
    name: 'customers find',
    about: 'Finds customers by the beginning of e-mail or name, by mobile, or by the short id of an account.',
    arguments: [{ name: 'text', about: 'what you know of them' }],
    options: { limit: { value: 'count', about: 'how many, at most 50; 20 by default' } },
    examples: ['customers find olivia', 'customers find "0491 570 156"'],
    async run({ api, argument, option }) {
      const found = await api('GET /api/staff/customers', {
        query: { find: argument.text, limit: option.limit },
      })
      return { raw: found, text: customerTable(found) }
    },
  }),
  command({
    name: 'customers show',
    about: 'Shows everything we keep about one customer.',
    arguments: [who],
    examples: ['customers show olivia@demo.example', 'customers show LW12345'],
    async run({ api, argument }) {
      const customerId = await customerBy(api, argument.customer)
      return shown(await api('GET /api/staff/customers/:customerId', { params: { customerId } }))
    },
  }),
  command({
    name: 'customers add',
    about: 'Creates a customer; an account makes them one who can pay.',
    arguments: [{ name: 'email', about: 'how they log in' }],
    options: {
      ...person,
      mobile,
      'first-name': { ...person['first-name'], isRequired: true },
      'last-name': { ...person['last-name'], isRequired: true },
      region: { value: 'region', about: 'AU or UK', isRequired: true },
    },
    isChange: true,
    examples: [
      'customers add mia@example.org --first-name Mia --last-name Ong --region AU --reason "Enrolled by the school"',
      'customers add tom@example.org --first-name Tom --last-name Ray --region UK --mobile +447700900123 --reason "By phone"',
    ],
    async run({ api, reason, argument, option }) {
      const customer = await api('POST /api/staff/customers', {
        body: {
          email: argument.email,
          firstName: option['first-name'],
          lastName: option['last-name'],
          region: choice('--region', option.region, regions),
          mobile: option.mobile,
          birthDate: option['birth-date'],
          address: addressIn(option),
          reason,
        },
      })
      return shown(customer, 'Created.')
    },
  }),
  command({
    name: 'customers edit',
    about:
      'Changes name, birth date or address; what you leave out stays. For e-mail and mobile: customers contact.',
    arguments: [who],
    options: person,
    isChange: true,
    examples: [
      'customers edit olivia@demo.example --last-name Bennett --reason "Married, has sent the certificate"',
      'customers edit olivia@demo.example --street-no 12 --street "Bay Rd" --suburb Sandringham --state VIC --postcode 3191 --reason "Moved"',
    ],
    async run({ api, reason, argument, option }) {
      const customerId = await customerBy(api, argument.customer)
      const customer = await api('PUT /api/staff/customers/:customerId', {
        params: { customerId },
        body: {
          firstName: option['first-name'],
          lastName: option['last-name'],
          birthDate: option['birth-date'],
          address: addressIn(option),
          reason,
        },
      })
      return shown(customer, 'Changed.')
    },
  }),
  command({
    name: 'customers contact',
    about: 'Changes e-mail or mobile. Old and new are told, and withdrawals pause.',
    arguments: [who],
    options: {
      email: { value: 'email', about: 'how they log in from now on' },
      mobile,
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
      const customerId = await customerBy(api, argument.customer)
      const customer = await api('PUT /api/staff/customers/:customerId/contact', {
        params: { customerId },
        body: { email: option.email, mobile: option['no-mobile'] ? null : option.mobile, reason },
      })
      return shown(customer, 'Saved. Where something changed, old and new are told.')
    },
  }),
  command({
    name: 'customers export',
    about: 'Exports everything we hold about a customer to a file. The export is recorded.',
    arguments: [who],
    options: saveOptions,
    examples: ['customers export olivia@demo.example', 'customers export LW12345 --to olivia.json'],
    async run({ api, argument, option, save }) {
      const customerId = await customerBy(api, argument.customer)
      return save(
        await api('GET /api/staff/customers/:customerId/export', { params: { customerId } }),
        option,
      )
    },
  }),
  command({
    name: 'customers erase',
    about:
      "Requests deletion of a customer's personal data. Their accounts must be closed and settled; a colleague approves it.",
    arguments: [who],
    isChange: true,
    warning:
      'Once approved, name, contact details, documents and payment methods are deleted permanently. The ledger, payments and consents are kept without the name.',
    examples: [
      'customers erase olivia@demo.example --reason "Asked for it in writing, 3 November"',
      'customers erase LW12345 --reason "Asked for it by phone, called back" --yes',
    ],
    async run({ api, reason, argument }) {
      const customerId = await customerBy(api, argument.customer)
      return awaits(
        await api('POST /api/staff/customers/:customerId/erase', {
          params: { customerId },
          body: { reason },
        }),
      )
    },
  }),
  command({
    name: 'customers contact-changes',
    about: 'Lists every change of e-mail or mobile of one customer, newest first. Your view is recorded.',
    arguments: [who],
    examples: ['customers contact-changes olivia@demo.example', 'customers contact-changes LW12345 --json'],
    async run({ api, argument }) {
      const customerId = await customerBy(api, argument.customer)
      const changes = await api('GET /api/staff/customers/:customerId/contact-changes', {
        params: { customerId },
      })
      return { raw: changes, text: contactChangeTable(changes) }
    },
  }),
  command({
    name: 'customers resolve-contact',
    about:
      'Decides on a contact change that the former address has stopped: keep it, or restore the former contact.',
    arguments: [
      { name: 'change', about: 'its id, from queue list or customers contact-changes' },
      { name: 'decision', about: `one of ${contactDecisions.join(', ')}` },
    ],
    isChange: true,
    examples: [
      'customers resolve-contact 3f0c91d2 restore --reason "Called back on the old number: it was not her"',
      'customers resolve-contact 3f0c91d2 keep --reason "Identified in a video call"',
    ],
    async run({ api, reason, argument }) {
      const decision = choice('<decision>', argument.decision, contactDecisions)
      const customer = await api('POST /api/staff/contact-changes/:contactChangeId/resolve', {
        params: { contactChangeId: argument.change },
        body: { decision, reason },
      })
      return shown(customer, decision === 'Keep' ? 'The change stands.' : 'The former contact is back.')
    },
  }),
  command({
    name: 'customers disable',
    about: "Blocks a customer's portal access and ends their sessions immediately.",
    arguments: [who],
    isChange: true,
    warning: 'They are logged out everywhere and cannot log in again until you enable them.',
    examples: [
      'customers disable olivia@demo.example --reason "Mailbox taken over"',
      'customers disable olivia@demo.example --reason "Mailbox taken over" --yes',
    ],
    async run({ api, reason, argument }) {
      const customer = await api('POST /api/staff/customers/:customerId/disable', {
        params: { customerId: await customerBy(api, argument.customer) },
        body: { reason },
      })
      return shown(customer, 'Disabled.')
    },
  }),
  command({
    name: 'customers enable',
    about: "Restores a customer's portal access.",
    arguments: [who],
    isChange: true,
    examples: [
      'customers enable olivia@demo.example --reason "Identified by phone"',
      'customers enable olivia@demo.example --reason "Disabled by mistake" --json',
    ],
    async run({ api, reason, argument }) {
      const customer = await api('POST /api/staff/customers/:customerId/enable', {
        params: { customerId: await customerBy(api, argument.customer) },
        body: { reason },
      })
      return shown(customer, 'Enabled.')
    },
  }),
  command({
    name: 'customers invite',
    about: "Invites a customer by mail to give to the fund, with the fund's own link.",
    arguments: [who],
    options: { url: { value: 'url', about: "the fund's link for this customer", isRequired: true } },
    isChange: true,
    examples: [
      'customers invite olivia@demo.example --url https://fund.example/i/8f2 --reason "Asked for it"',
      'customers invite olivia@demo.example --url https://fund.example/i/9c1 --reason "Link renewed"',
    ],
    async run({ api, reason, argument, option }) {
      const customerId = await customerBy(api, argument.customer)
      const customer = await api('POST /api/staff/customers/:customerId/contribution-invite', {
        params: { customerId },
        body: { inviteUrl: option.url, reason },
      })
      return shown(customer, 'The invitation is on its way.')
    },
  }),
  command({
    name: 'customers contribution',
    about: "Corrects what we know about a customer's voluntary contribution.",
    arguments: [who, { name: 'status', about: `one of ${contributionStatuses.join(', ')}` }],
    isChange: true,
    examples: [
      'customers contribution olivia@demo.example Active --reason "Told by the fund on the phone"',
      'customers contribution olivia@demo.example Inactive --reason "Has stopped"',
    ],
    async run({ api, reason, argument }) {
      const status = choice('<status>', argument.status, contributionStatuses)
      const customerId = await customerBy(api, argument.customer)
      const customer = await api('PUT /api/staff/customers/:customerId/contribution', {
        params: { customerId },
        body: { status, reason },
      })
      return shown(customer, 'Corrected.')
    },
  }),
  command({
    name: 'impersonate',
    about:
      'Makes a link that shows the portal as the customer sees it: once, for half an hour, without money.',
    arguments: [who],
    isChange: true,
    examples: [
      'impersonate olivia@demo.example --reason "Cannot find her statements"',
      'impersonate LW12345 --reason "Plan looks wrong to them" --json',
    ],
    async run({ api, reason, argument }) {
      const customerId = await customerBy(api, argument.customer)
      const link = await api('POST /api/staff/customers/:customerId/impersonation', {
        params: { customerId },
        body: { reason },
      })
      const text = `${link.url}\n\nIt opens once, and until ${companyMoment(link.endsAt)}. Everything you look at is written down with your name.`
      return { raw: link, text }
    },
  }),
]

type AddressOptions = Partial<
  Record<'unit' | 'street-no' | 'street' | 'suburb' | 'state' | 'postcode', string>
>

/** An address is given whole or not at all. */
function addressIn(option: AddressOptions) {
  const { unit, street, suburb, state, postcode } = option
  const streetNo = option['street-no']
  if ([unit, streetNo, street, suburb, state, postcode].every((part) => part === undefined)) return undefined
  if (state === undefined || postcode === undefined)
    throw new OpsFailure(
      'usage',
      'An address needs --state and --postcode.',
      'Give all of it: it replaces the old one.',
    )
  return { unitNo: unit, streetNo, street, suburb, state, postcode }
}

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

function shown(customer: StaffCustomer, done = ''): { raw: StaffCustomer; text: string } {
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
  const page = sections([
    ['Customer', details],
    ['Accounts', accounts],
  ])
  return { raw: customer, text: done === '' ? page : `${done}\n\n${page}` }
}
