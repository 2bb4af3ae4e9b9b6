import { useEffect } from 'react'
import type { StaffCustomer } from '#contract/staff-customers.ts'
import { useRead } from '../foundation/read.ts'

/** A member with everything on file, and once it is there, what the form begins with. */
export function usePerson(
  customerId: string,
  isFilled: boolean,
  fill: (customer: StaffCustomer) => void,
): StaffCustomer | undefined {
  const { data } = useRead(
    'GET /api/staff/customers/:customerId',
    { params: { customerId } },
    { isOff: customerId === '' },
  )
  const customer = data?.id === customerId ? data : undefined
  useEffect(() => {
    if (customer && !isFilled) fill(customer)
  }, [customer, isFilled, fill])
  return customer
}
