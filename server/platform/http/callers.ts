import type { FastifyRequest } from 'fastify'
import type { EndpointKey } from '#contract/endpoint.ts'
import type { Region } from '#domain/region.ts'
import type { StaffRole } from '#domain/staff.ts'

/** A customer who makes a call, checked against the database in the same request. */
export type Caller = {
  customerId: string
  sessionId: string
  email: string
  firstName: string
  region: Region
  accountIds: string[]
  /** The member of staff who uses this session in the customer's place. */
  impersonatorEmail: string | null
  /** A fresh token for the reply, issued once more than half the life of the old one has passed. */
  renewedToken: string | undefined
}

/** A member of staff who makes a call, checked against the database in the same request. */
export type StaffCaller = {
  staffId: string
  sessionId: string
  sessionEndsAt: Date
  email: string
  name: string
  role: StaffRole
}

/** Identifies the caller of a call. */
export type Authentication = {
  customer(token: string): Promise<Caller>
  /** Records a call in a customer's session, and refuses one that staff may not make. */
  admitImpersonator(
    caller: Caller,
    call: { key: EndpointKey; accountId: string; requestId: string },
  ): Promise<void>
  staff(
    request: FastifyRequest,
    role: StaffRole,
    options: { isOpenBeforeTwoFactor?: boolean; countsAsUse?: boolean },
  ): Promise<StaffCaller>
}
