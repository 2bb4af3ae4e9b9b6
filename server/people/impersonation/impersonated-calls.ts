import type { Contract } from '#contract/contract.ts'
import { staffContract, type StaffContract } from '#contract/staff.ts'
import { isRole, type Endpoint } from '#contract/endpoint.ts'
import { Refusal } from '#domain/refusal.ts'
import { mayActAs, type StaffRole } from '#domain/staff.ts'

type Key = keyof Contract

/** Authenticated calls that may change something. */
type CustomerWrite = {
  [K in Key]: K extends `GET ${string}` ? never : Contract[K]['access'] extends 'public' ? never : K
}[Key]

type SecretRead = 'GET /api/portal/customer/account/:accountId/calendar-feed'

/** The rule for a call that staff make in a customer's session. */
type Rule =
  /** The call changes nothing of the family's. */
  | 'Open'
  /** Only the family may make the call. The text follows "Only the family can …". */
  | { onlyFamily: string }
  /** The call is open to the roles that may make this staff call, which has the same effect. */
  | { as: keyof StaffContract }
  /** The same, but only while the company allows staff to charge families. */
  | { as: keyof StaffContract; whereStaffMayPay: { onlyFamily: string } }

const pay = { onlyFamily: 'pay' }
const changeMethods = { onlyFamily: 'add, activate or remove payment methods' }
const withdraw = { onlyFamily: 'ask for withdrawals and decide about them' }
const prove = { onlyFamily: 'prove who they are' }
const share = { onlyFamily: 'see and share the address of their calendar' }
const askForHelp = { onlyFamily: 'tell us that it is hard to pay, and answer our proposals' }
const savePlan = { as: 'POST /api/staff/accounts/:accountId/plans' } as const

/**
 * Covers every write of the portal, so that a new write does not compile before it has a rule here. Also covers the
 * one read that returns a secret.
 */
export const impersonatedCalls = {
  'POST /api/auth/customer/logout': 'Open',
  'POST /api/portal/customer/address-search': 'Open',
  'POST /api/portal/customer/account/:accountId/calculate-plan': 'Open',

  'POST /api/portal/customer/account/:accountId/save-plan': savePlan,
  'POST /api/portal/customer/account/:accountId/discount-letters': savePlan,
  'POST /api/portal/customer/account/:accountId/move-payment': savePlan,
  'POST /api/portal/customer/account/:accountId/skip-payments': savePlan,
  'POST /api/portal/customer/account/:accountId/undo-plan-change': savePlan,
  'POST /api/portal/customer/account/:accountId/switch-extra-outcome': savePlan,
  'POST /api/portal/customer/account/:accountId/move-failed-payment': savePlan,
  'POST /api/portal/customer/account/:accountId/pay-with-method': changeMethods,
  'POST /api/portal/customer/account/:accountId/choose-method-of-payment': changeMethods,
  'POST /api/portal/customer/account/:accountId/care-request': askForHelp,
  'POST /api/portal/customer/account/:accountId/care-request/words': askForHelp,
  'POST /api/portal/customer/account/:accountId/care-request/withdraw': askForHelp,
  'POST /api/portal/customer/account/:accountId/care-offer/accept': askForHelp,
  'POST /api/portal/customer/account/:accountId/care-offer/ask-change': askForHelp,
  // An uploaded invoice requests that staff change what the account pays.
  'POST /api/portal/customer/account/:accountId/invoices/upload': {
    as: 'PUT /api/staff/accounts/:accountId',
  },

  // Only with a saved method: staff never type a card or use a wallet for a customer.
  'POST /api/portal/customer/account/:accountId/payments': {
    as: 'POST /api/staff/offline-payments',
    whereStaffMayPay: pay,
  },
  'POST /api/portal/customer/account/:accountId/payment-cancellation': pay,
  'POST /api/portal/customer/account/:accountId/stripe-checkout-session': pay,
  'POST /api/portal/customer/account/:accountId/stripe-payment-success': pay,
  'POST /api/portal/customer/account/:accountId/stripe-express-checkout-verification': pay,
  // A payment link needs no session, but staff in a customer's session do not pay by one either.
  'POST /api/portal/guest/payments': pay,
  'POST /api/portal/guest/payment-cancellation': pay,
  'POST /api/portal/guest/stripe-checkout-session': pay,
  'POST /api/portal/guest/stripe-payment-success': pay,
  'POST /api/portal/guest/stripe-express-checkout-verification': pay,
  'POST /api/portal/guest/saved-method-code': pay,
  'POST /api/portal/guest/saved-method-access': pay,

  'POST /api/portal/customer/account/:accountId/stripe-setup-intent': changeMethods,
  'POST /api/portal/customer/account/:accountId/repayment-sources': changeMethods,
  'POST /api/portal/customer/account/:accountId/repayment-details': changeMethods,
  'PUT /api/portal/customer/account/:accountId/repayment-details': changeMethods,
  'POST /api/portal/customer/account/:accountId/activate-repayment-source': changeMethods,
  'POST /api/portal/customer/account/:accountId/remove-repayment-source': changeMethods,

  'POST /api/portal/customer/account/:accountId/bank-accounts': withdraw,
  'POST /api/portal/customer/account/:accountId/bank-accounts/:bankAccountId/confirm': withdraw,
  'POST /api/portal/customer/account/:accountId/bank-accounts/:bankAccountId/send-code': withdraw,
  'POST /api/portal/customer/account/:accountId/withdrawal-requests': withdraw,
  'POST /api/portal/customer/account/:accountId/withdrawal-requests/:requestId/confirm': withdraw,
  'POST /api/portal/customer/account/:accountId/withdrawal-requests/:requestId/send-code': withdraw,
  'POST /api/portal/customer/account/:accountId/withdrawal-requests/:requestId/cancel': withdraw,

  'POST /api/portal/customer/account/:accountId/customer-details': {
    onlyFamily: 'agree to a switch and give their details',
  },
  'POST /api/portal/customer/account/:accountId/identification-details': prove,
  'POST /api/portal/customer/account/:accountId/identification-details/manual': prove,
  'POST /api/portal/customer/chat': { onlyFamily: 'write here' },

  // The URL of a calendar is a secret that anybody who reads it can use.
  'GET /api/portal/customer/account/:accountId/calendar-feed': share,
  'POST /api/portal/customer/account/:accountId/calendar-feed': share,
  'POST /api/portal/customer/account/:accountId/remove-calendar-feed': share,
} as const satisfies Record<CustomerWrite | SecretRead, Rule>

/** The refusal for a member of staff who makes a call in a customer's session; undefined if the call is allowed. */
export function whyNotAsCustomer(
  key: string,
  { role, staffMayPay }: { role: StaffRole | undefined; staffMayPay: boolean },
): Refusal | undefined {
  const rule = (impersonatedCalls as Record<string, Rule>)[key] ?? 'Open'
  if (rule === 'Open') return undefined
  if ('onlyFamily' in rule) return onlyTheFamily(rule)
  if ('whereStaffMayPay' in rule && !staffMayPay) return onlyTheFamily(rule.whereStaffMayPay)
  const { access } = (staffContract as Record<string, Endpoint>)[rule.as] ?? {}
  const isAllowed = role && access && isRole(access) && mayActAs(role, access)
  return isAllowed ? undefined : new Refusal('not_by_role')
}

const onlyTheFamily = ({ onlyFamily }: { onlyFamily: string }) =>
  new Refusal('not_by_staff', { values: { action: onlyFamily } })
