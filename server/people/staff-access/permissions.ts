import { isRole, type Endpoint } from '#contract/endpoint.ts'
import { staffFeatures } from '#contract/features.ts'
import type { Permissions } from '#contract/staff-access.ts'
import { staffContract, type StaffContract } from '#contract/staff.ts'
import { mayActAs, type StaffRole } from '#domain/staff.ts'

type Call = keyof StaffContract

/** Tasks of staff, each with the calls that it takes. The role for a task follows from those calls. */
const abilities: { about: string; calls: readonly Call[] }[] = [
  {
    about: 'Look at families, answer chats',
    calls: ['GET /api/staff/accounts/:accountId', 'POST /api/staff/conversations/:conversationId/reply'],
  },
  { about: 'Change contact details', calls: ['PUT /api/staff/customers/:customerId'] },
  { about: 'See the portal as a family', calls: ['POST /api/staff/customers/:customerId/impersonation'] },
  {
    about: 'Decide reviews, change plans',
    calls: ['POST /api/staff/reviews/:reviewId/approve', 'POST /api/staff/reviews/:reviewId/decline'],
  },
  {
    about: 'Refund, pay out, give deposits to families',
    calls: [
      'POST /api/staff/payments/:paymentId/refunds',
      'POST /api/staff/payouts',
      'POST /api/staff/deposits/:billerCode/:bankReference/match',
    ],
  },
  {
    about: 'Approve what a colleague has asked for',
    calls: ['POST /api/staff/approvals/:approvalId/approve'],
  },
  { about: 'Read the audit, start jobs', calls: ['GET /api/staff/audit', 'POST /api/staff/jobs/:name/run'] },
  {
    about: 'Schools, fees, rates, holidays',
    calls: [
      'POST /api/staff/schools',
      'PUT /api/staff/schools/:schoolId/fee-schedules/:year',
      'POST /api/staff/surcharge-rates',
      'POST /api/staff/holidays',
    ],
  },
  {
    about: 'People, texts and settings',
    calls: ['PUT /api/staff/members/:staffId', 'POST /api/staff/texts/:kind', 'PUT /api/staff/settings'],
  },
]

export function permissions(): Permissions {
  return {
    abilities: abilities.map(({ about, calls }) => ({ about, role: highestOf(calls.map(roleOf)) })),
    chapters: staffFeatures.map(({ name, calls }) => ({
      name,
      calls: Object.entries<Endpoint>(calls).flatMap(([key, { summary, access }]) =>
        isRole(access) ? [{ about: summary, role: access, isChange: !key.startsWith('GET ') }] : [],
      ),
    })),
  }
}

function roleOf(call: Call): StaffRole {
  const { access }: Endpoint = staffContract[call]
  if (!isRole(access)) throw new Error(`${call} is open without a role`)
  return access
}

const highestOf = (roles: readonly StaffRole[]): StaffRole =>
  roles.reduce((highest, role) => (mayActAs(role, highest) ? role : highest), 'support')
