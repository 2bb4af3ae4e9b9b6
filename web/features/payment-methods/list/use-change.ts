import { useQueryClient } from '@tanstack/react-query'
import type { RepaymentDetails } from '#contract/payment-methods.ts'
import { isRefused } from '../../../api/api-error.ts'
import { repaymentDetailsQuery } from '../repayment-details-query.ts'

/**
 * Makes a change whose reply is the new state. If it is refused, another tab or the clock was first, and the list is
 * reloaded.
 */
export function useChange(accountId: string) {
  const queryClient = useQueryClient()
  const { queryKey } = repaymentDetailsQuery(accountId)
  return async (change: () => Promise<RepaymentDetails>): Promise<void> => {
    try {
      const details = await change()
      // An answer that is still on its way may be older.
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, details)
    } catch (error) {
      if (isRefused(error)) void queryClient.invalidateQueries({ queryKey })
      throw error
    }
    // They name the payment method of the next payment.
    for (const name of ['overview', 'explanation'])
      void queryClient.invalidateQueries({ queryKey: [name, accountId] })
  }
}
