import type { staffCustomers } from '#contract/staff-customers.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/http.ts'
import { exportCustomer } from '../../people/retention/export-customer.ts'
import { askForApproval } from '../approvals/ask.ts'
import { correctContribution, inviteToContribute } from './contributions.ts'
import {
  changeCustomer,
  createCustomer,
  searchCustomers,
  setCustomerStatus,
  showCustomer,
} from './customers.ts'
import { decideContactChange, setCustomerContact, showContactChanges } from './contact-changes.ts'
import { startImpersonation } from '../../people/impersonation/impersonation.ts'
import { actorOf } from '../../people/audit/staff-audit.ts'

export function staffCustomersRoutes(deps: Deps): Handlers<typeof staffCustomers> {
  return {
    'GET /api/staff/customers': (call) => searchCustomers(deps, call, call.query),
    'GET /api/staff/customers/:customerId': (call) => showCustomer(deps, call, call.params.customerId),
    'POST /api/staff/customers': (call) => createCustomer(deps, actorOf(call), call.body),
    'PUT /api/staff/customers/:customerId': (call) =>
      changeCustomer(deps, actorOf(call), call.params.customerId, call.body),
    'PUT /api/staff/customers/:customerId/contact': (call) => {
      const { email, mobile } = call.body
      return setCustomerContact(deps, actorOf(call), call.params.customerId, {
        ...(email !== undefined && { email }),
        ...(mobile !== undefined && { mobile }),
      })
    },
    'GET /api/staff/customers/:customerId/contact-changes': (call) =>
      showContactChanges(deps, call, call.params.customerId),
    'POST /api/staff/contact-changes/:contactChangeId/resolve': (call) =>
      decideContactChange(deps, actorOf(call), {
        id: call.params.contactChangeId,
        decision: call.body.decision,
      }),
    'POST /api/staff/customers/:customerId/disable': (call) =>
      setCustomerStatus(deps, actorOf(call), call.params.customerId, 'Disabled'),
    'POST /api/staff/customers/:customerId/enable': (call) =>
      setCustomerStatus(deps, actorOf(call), call.params.customerId, 'Active'),
    'GET /api/staff/customers/:customerId/export': (call) =>
      exportCustomer(deps, call, call.params.customerId),
    'POST /api/staff/customers/:customerId/erase': (call) => {
      const { customerId } = call.params
      const request = { kind: 'CustomerErasure', key: customerId, payload: { customerId } } as const
      return askForApproval(deps, call, request)
    },
    'POST /api/staff/customers/:customerId/impersonation': (call) =>
      startImpersonation(deps, actorOf(call), call.params.customerId),
    'POST /api/staff/customers/:customerId/contribution-invite': (call) =>
      inviteToContribute(deps, actorOf(call), call.params.customerId, call.body.inviteUrl),
    'PUT /api/staff/customers/:customerId/contribution': (call) =>
      correctContribution(deps, actorOf(call), call.params.customerId, call.body.status),
  }
}
