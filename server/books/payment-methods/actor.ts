/** The person who changes a payment method, and the address of the call. */
export type Actor = {
  customerId: string
  email: string
  impersonatorEmail: string | null
  address: string
  userAgent: string
  requestId: string
}

/** The actor's columns of an audit entry; empty for a job. */
export function actorInAudit(actor: Actor | undefined) {
  if (!actor) return {}
  const { customerId, impersonatorEmail, requestId } = actor
  return { actorId: customerId, impersonatorEmail, requestId }
}
