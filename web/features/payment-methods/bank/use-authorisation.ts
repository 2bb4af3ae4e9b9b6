import { useQueryClient } from '@tanstack/react-query'
import { useEffectEvent, useLayoutEffect, useState } from 'react'
import type { RepaymentDetails } from '#contract/payment-methods.ts'
import { ApiError } from '../../../api/api-error.ts'
import { repaymentDetailsQuery } from '../repayment-details-query.ts'

/** The consent to debit a bank account. Ticking applies to one version of the text only. */
export function useAuthorisation(
  accountId: string,
  request: RepaymentDetails['directDebitAuthorisation'],
  onReadyChange: (isReady: boolean) => void,
) {
  const queryClient = useQueryClient()
  const [version, setVersion] = useState<number>()
  const isGiven = request !== null && version === request.version
  const isReady = request === null || isGiven
  const reportReady = useEffectEvent((ready: boolean) => onReadyChange(ready))
  // Before the paint: a Save button that appears later is skipped by Tab.
  useLayoutEffect(() => reportReady(isReady), [isReady])
  return {
    isGiven,
    give: (isTicked: boolean) => setVersion(isTicked ? request?.version : undefined),
    sent: {
      directDebitAuthorisation: isGiven,
      ...(isGiven && { directDebitAuthorisationVersion: version }),
    },
    /** The text that the server now asks for has to be read before it can be ticked. */
    hear: (error: unknown): void => {
      if (!(error instanceof ApiError) || error.code !== 'authorisation_changed') return
      setVersion(undefined)
      void queryClient.invalidateQueries(repaymentDetailsQuery(accountId))
    },
  }
}
