/** How a saved payment method stands on its page, and what may be done with it. The server decides in the end. */
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
  /** It pays today: it is preferred, or a repayment is taken from it. */
  isActive: boolean
  /** It will pay from this day on; null unless a change to it is waiting. */
  appliesFrom: string | null
  canActivate: boolean
  canRemove: boolean
  /** It waits for its day, and need not become active after all. */
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
    canActivate: isFree && method.isUsable && !isPlanLocked(facts) && !isKeptDefault(method, facts),
    canRemove: isFree && !method.hasPaymentUnderWay && facts.repaymentSources.length > 1,
    canUndo: mayUpdate && !isActive && waiting !== undefined && !isPlanLocked(facts),
  }
}

/** Of a repayment that is about to change, the wire names the source to come: it feeds nothing yet. */
function isPaying(method: Method, { repaymentSources, repayments }: MethodsAndRepayments): boolean {
  const feeds = ({ id, preferred }: Method) =>
    preferred || repayments.some(({ isPending, source }) => !isPending && source?.id === id)
  return feeds(method) || (method.isDefault && !repaymentSources.some(feeds))
}

/** The default comes back by hand only where what pays now no longer can. */
function isKeptDefault(method: Method, facts: MethodsAndRepayments): boolean {
  return method.isDefault && facts.repaymentSources.some((other) => other.isUsable && isPaying(other, facts))
}

/** The plan, as it stands, keeps its payment method. */
export function isPlanLocked({ repayments }: Pick<MethodsAndRepayments, 'repayments'>): boolean {
  return repayments.some(({ allowChange }) => !allowChange)
}

/** What pays today; undefined before there is a payment method. */
export function activeMethod<Kind extends Method>(facts: {
  repaymentSources: readonly Kind[]
  repayments: readonly FedRepayment[]
}): Kind | undefined {
  return facts.repaymentSources.find((method) => isPaying(method, facts))
}
