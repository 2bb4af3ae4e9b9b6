import * as z from 'zod/mini'
import { addressSearchMaxLength, addressSearchMinLength } from '#domain/address-entry.ts'
import { named } from './documented.ts'
import { endpoints } from './endpoint.ts'

const part = z.nullable(z.string())

const foundAddress = z.object({
  flatUnitNumber: part,
  streetNumber: part,
  street: part,
  locality: part,
  state: part,
  postcode: part,
  fullAddress: z.string(),
})
export type FoundAddress = z.infer<typeof foundAddress>

named({
  FoundAddress: [foundAddress, 'An Australian address, in parts and in one line.'],
})

export const addressEntry = endpoints({
  'POST /api/portal/customer/address-search': {
    summary: 'Looks up an Australian address while it is typed',
    access: 'customer',
    body: z.strictObject({
      fullAddress: z
        .string()
        .check(z.trim(), z.minLength(addressSearchMinLength), z.maxLength(addressSearchMaxLength)),
    }),
    reply: z.array(foundAddress),
    refusals: ['rate_limited', 'unavailable', 'unhandled_environment'],
  },
})
