import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { notifyOtherTabs, refreshAccount } from '../../../session/account-news.ts'
import type { PaidWith } from '../payer.ts'
import { earlyPaymentQuery } from './early-payment-query.ts'
import { saveCard as saveAtServer, withSource } from './save-card.ts'

/** The card is saved even if the payment fails, and is then in the list. */
export function useSaveCard(
  accountId: string,
  tellNews: () => void,
): (cardToken: string) => Promise<PaidWith> {
  const queryClient = useQueryClient()
  return async (cardToken) => {
    const source = await saveAtServer(accountId, cardToken)
    queryClient.setQueryData(
      earlyPaymentQuery(accountId).queryKey,
      (page) => page && { ...page, repaymentSources: withSource(page.repaymentSources, source) },
    )
    tellNews()
    return { sourceId: source.id }
  }
}

/**
 * The other tabs are notified at once. This one reloads the account on the way to its next page: a failed read must not
 * replace the thanks.
 */
export function useNews(): () => void {
  const hasNews = useRef(false)
  useEffect(
    () => () => {
      if (hasNews.current) refreshAccount()
    },
    [],
  )
  return () => {
    hasNews.current = true
    notifyOtherTabs()
  }
}
