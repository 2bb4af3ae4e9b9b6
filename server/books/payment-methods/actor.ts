import type { CustomerActor } from '../../people/audit/audit.ts'

/** The person who changes a payment method, and the address of the call. */
export type Actor = CustomerActor & { email: string; address: string; userAgent: string }
