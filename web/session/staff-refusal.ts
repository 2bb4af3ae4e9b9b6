import { useQuery } from '@tanstack/react-query'
import type { Contract } from '#contract/contract.ts'
import { call } from './client.ts'
import { useStored } from './storage.ts'
import { readToken } from './token.ts'

const checking = 'We are checking what you may do here.'
const unknown = 'We could not check what you may do here. Please reload the page.'

/**
 * Why a member of staff who is in the account in the customer's place may not make a call; undefined where they may, and
 * for customers, for whom nothing is asked. The server refuses in any case; this only says it beforehand.
 */
export function useStaffRefusal(key: keyof Contract): string | undefined {
  const { isStaff, refusedCalls, hasFailed } = useRefusedCalls()
  if (!isStaff) return undefined
  if (!refusedCalls) return hasFailed ? unknown : checking
  return refusedCalls.find((refused) => refused.call === key)?.msg
}

/** Whether staff may pay in the customer's place; undefined until it is known. */
export function useMayStaffPay(): boolean | undefined {
  const { refusedCalls } = useRefusedCalls()
  return refusedCalls?.every((refused) => !refused.call.endsWith('/account/:accountId/payments'))
}

function useRefusedCalls() {
  const token = readToken(useStored('token'))
  const isStaff = token?.impersonatorEmail !== undefined
  const { data, isError } = useQuery({
    queryKey: ['impersonation', token?.sid],
    queryFn: ({ signal }) => call('GET /api/portal/customer/impersonation', { signal }),
    enabled: isStaff,
    throwOnError: false,
  })
  return { isStaff, refusedCalls: isStaff ? data?.refusedCalls : undefined, hasFailed: isError }
}
