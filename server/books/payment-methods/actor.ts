/** Who changes a payment method, and from where. */
export type Actor = {
  customerId: string
  email: string
  impersonatorEmail: string | null
  address: string
  userAgent: string
  requestId: string
}

/** The actor of an audit entry; empty where a job acts. */
export function actorInAudit(actor: Actor | undefined) {
  if (!actor) return {}
  const { customerId, impersonatorEmail, requestId } = actor
  return { actorId: customerId, impersonatorEmail, requestId }
}
