/** The state of a saved payment method on its page, and its possible actions. The server has the last word. */
type Method = { id: string; isDefault: boolean; preferred: boolean; isUsable: boolean }

type FedRepayment = {
  source: { id: string } | null
  allowChange: boolean
  isPending: boolean
  changeEffectiveDate: string | null
}

export type MethodsAndRepayments = {
  repaymentSources: readonly Method[]
  repayments: readonly FedRepayment[]
}

export type MethodStanding = {
  /** Whether it pays today: it is preferred, or a repayment is taken from it. */
  isActive: boolean
  /** It will pay from this day on; null unless a change to it is waiting. */
  appliesFrom: string | null
  canActivate: boolean
  canRemove: boolean
  /** Whether its future activation can still be cancelled. */
  canUndo: boolean
}

/** `mayUpdate` is false where the account's payment methods are not the customer's to change. */
export function methodActions(
  method: Method & { hasPaymentUnderWay: boolean },
  facts: MethodsAndRepayments,
  mayUpdate: boolean,
): MethodStanding {
  const isActive = isPaying(method, facts)
  const waiting = facts.repayments.find(({ isPending, source }) => isPending && source?.id === method.id)
  const isFree = mayUpdate && !isActive && !waiting
  return {
    isActive,
    appliesFrom: isActive ? null : (waiting?.changeEffectiveDate ?? null),
    canActivate: isFree && method.isUsable && !isMethodLocked(facts) && !isKeptDefault(method, facts),
    canRemove: isFree && !method.hasPaymentUnderWay && facts.repaymentSources.length > 1,
    canUndo: mayUpdate && !isActive && waiting !== undefined && !isMethodLocked(facts),
  }
}

/** For a repayment that is about to change, the wire names the future source, which does not pay yet. */
function isPaying(method: Method, { repaymentSources, repayments }: MethodsAndRepayments): boolean {
  const feeds = ({ id, preferred }: Method) =>
    preferred || repayments.some(({ isPending, source }) => !isPending && source?.id === id)
  return feeds(method) || (method.isDefault && !repaymentSources.some(feeds))
}

/** Whether the default is kept as a fallback: it can be reactivated only once the current method can no longer pay. */
function isKeptDefault(method: Method, facts: MethodsAndRepayments): boolean {
  return method.isDefault && facts.repaymentSources.some((other) => other.isUsable && isPaying(other, facts))
}

/** Whether the payment method of the current plan can no longer change. */
export function isMethodLocked({ repayments }: Pick<MethodsAndRepayments, 'repayments'>): boolean {
  return repayments.some(({ allowChange }) => !allowChange)
}

/** The method that pays today; undefined before there is one. */
export function activeMethod<Kind extends Method>(facts: {
  repaymentSources: readonly Kind[]
  repayments: readonly FedRepayment[]
}): Kind | undefined {
  return facts.repaymentSources.find((method) => isPaying(method, facts))
}
