import type { ProductType } from '#domain/accounts.ts'

const withoutBalance: readonly ProductType[] = ['PayPlus', 'Passthrough']
const withoutPlan: readonly ProductType[] = ['Pay', 'Extend']

export function hasBalanceCard(type: ProductType): boolean {
  return !withoutBalance.includes(type)
}

export function hasPlanCard(type: ProductType): boolean {
  return !withoutPlan.includes(type)
}
