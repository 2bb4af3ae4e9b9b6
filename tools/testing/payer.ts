import { randomUUID } from 'node:crypto'
import type { RepaymentDetails } from '#contract/payment-methods.ts'
import type { Region } from '#domain/region.ts'
import type { StaffRole } from '#domain/staff.ts'
import { tokenizationUrl } from '#server/books/card-entry/card-entry.ts'
import { sql } from '#server/platform/database/sql.ts'
import type { Account } from '../demo/account.ts'
import { askAsBrowser, enterCard } from './card-form.ts'
import { addFamily } from './family.ts'
import type { Reply, TestServer } from './server.ts'
import { addStaff } from './staff.ts'

/** A parent who is logged in and deals with payment methods. */
export type Payer = {
  accountId: string
  customerId: string
  email: string
  sourceIds: string[]
  /** The token in use; log in again after a long journey of the clock. */
  token: string
  logInAgain(): Promise<void>
  post(path: string, body?: unknown): Promise<Reply>
  details(): Promise<RepaymentDetails>
  /** Types a card into a form of this account, as the card frame does, and gives its token. */
  typeCard(number: string, more?: CardTyped): Promise<string>
  /** Staff come in under the parent's name. Returns their e-mail. */
  letStaffIn(role?: StaffRole): Promise<string>
}
type CardTyped = { expiry?: [month: number, year: number]; name?: string }

let count = 0

export async function payer(server: TestServer, account: Account = {}): Promise<Payer> {
  count += 1
  const email = `payer${count}@demo.example`
  const mobile = `+6149157${String(3100 + count)}`
  const family = await addFamily(server, { email, mobile, accounts: [account] })
  const { accountId, customerId } = family
  const path = `/api/portal/customer/account/${accountId}`
  const region = await regionOf(server, accountId)
  const self: Payer = {
    accountId,
    customerId,
    email,
    sourceIds: family.accounts[0]?.sourceIds ?? [],
    token: await server.logIn(email, mobile),
    async logInAgain() {
      self.token = await server.logIn(email, mobile)
    },
    post: (to, body = {}) => server.call(`POST ${path}/${to}`, { token: self.token, body }),
    async details() {
      const { body } = await server.call(`GET ${path}/repayment-details`, { token: self.token })
      return body as RepaymentDetails
    },
    typeCard: (number, more) => typeCard(server, { accountId, region }, number, more),
    async letStaffIn(role) {
      const staff = await addStaff(server, role ?? 'operations')
      self.token = await staffToken(server, { customerId, email, accountId }, staff.email)
      return staff.email
    },
  }
  return self
}

async function regionOf({ deps }: TestServer, accountId: string): Promise<Region> {
  const row = await deps.db.first<{ region: Region }>(sql`select region from account where id = ${accountId}`)
  if (!row) throw new Error('There is no such account')
  return row.region
}

async function typeCard(
  server: TestServer,
  form: { accountId: string; region: Region },
  number: string,
  { expiry = [12, server.deps.clock().getUTCFullYear() + 2], name = 'Olivia Bennett' }: CardTyped = {},
): Promise<string> {
  return enterCard(server, await tokenizationUrl(server.deps, form), { number, expiry, name })
}

/** Of somebody of ours who acts under a customer's name. */
export async function staffToken(
  { deps }: TestServer,
  customer: { customerId: string; email: string; accountId: string },
  impersonatorEmail: string,
): Promise<string> {
  const now = deps.clock()
  const sid = randomUUID()
  const lifeMs = 30 * 60_000
  await deps.db.run(sql`
    insert into session (customer_id, id, proof, impersonator_email, created_at, expires_at)
    values (${customer.customerId}, ${sid}, 'Impersonation', ${impersonatorEmail}, ${now},
      ${new Date(now.getTime() + lifeMs)})`)
  const payload = {
    sub: customer.customerId,
    sid,
    email: customer.email,
    name: 'Olivia Bennett',
    accounts: [{ accountId: customer.accountId }],
    impersonatorEmail,
  }
  return deps.tokens.sign('session', payload, now, lifeMs)
}

/** An Australian bank account as the form sends it. */
export const bankAccount = { accountNumber: '000123456', bsb: '000-000', holder: 'Olivia Bennett' }
export const authorised = { bankAccount, directDebitAuthorisation: true }

/** A UK bank account, set up with the payment provider's form in the browser. */
export async function setUpUkBankAccount(
  server: Pick<TestServer, 'deps'>,
  { post }: { post(path: string): Promise<Pick<Reply, 'body'>> },
  accountNumber = '00012345',
): Promise<string> {
  const { body } = await post('stripe-setup-intent')
  const reply = await askAsBrowser(server, 'UK', 'setup_intents/:id/confirm', String(body.clientSecret), {
    'payment_method_data[type]': 'bacs_debit',
    'payment_method_data[bacs_debit][sort_code]': '108800',
    'payment_method_data[bacs_debit][account_number]': accountNumber,
    'payment_method_data[billing_details][name]': 'Olivia Bennett',
    'payment_method_data[billing_details][email]': 'olivia@demo.example',
    'payment_method_data[billing_details][address][line1]': '1 High Street',
    'payment_method_data[billing_details][address][city]': 'London',
    'payment_method_data[billing_details][address][postal_code]': 'N1 1AA',
    'payment_method_data[billing_details][address][country]': 'GB',
  })
  return reply.body.payment_method ?? ''
}
