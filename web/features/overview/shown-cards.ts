import { productsWithoutBalance, type ProductType } from '#domain/accounts.ts'

const withoutPlan: readonly ProductType[] = ['Pay', 'Extend']

export function hasBalanceCard(type: ProductType): boolean {
  return !productsWithoutBalance.includes(type)
}

export function hasPlanCard(type: ProductType): boolean {
  return !withoutPlan.includes(type)
}
