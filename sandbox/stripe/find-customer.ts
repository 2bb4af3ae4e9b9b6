import { missing } from './failures.ts'
import type { Customer } from './merchant.ts'
import type { Turn } from './turn.ts'

export function findCustomer({ merchant }: Turn, id: string, param?: string): Customer {
  const customer = merchant.deletedCustomers.has(id) ? undefined : merchant.customers.find(id)
  if (!customer) throw missing('customer', id, param)
  return customer
}
