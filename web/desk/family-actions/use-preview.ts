import { skipToken, useQuery } from '@tanstack/react-query'
import type { ActionEffect } from '#contract/staff-actions.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../foundation/staff-client.ts'
import { useSettled } from '../foundation/use-settled.ts'
import type { ActionCommand } from './action.ts'

/** Each keystroke would be a question to the server. */
const pauseMs = 300

export type Preview = {
  /** What would happen, of exactly what is in the form. */
  effect: ActionEffect | undefined
  /** The last one, while the next is calculated. */
  shown: ActionEffect | undefined
  isLoading: boolean
  error: unknown
  refetch: () => Promise<ActionEffect | undefined>
}

/** What an action would do, as the form stands. */
export function usePreview(
  accountId: string,
  command: ActionCommand | undefined,
  words: string | undefined,
): Preview {
  const current = command && { ...command, ...(words && { words }) }
  const settled = useSettled(current, pauseMs)
  const isSettled = JSON.stringify(settled) === JSON.stringify(current)
  const query = useQuery({
    queryKey: ['action preview', accountId, settled],
    queryFn: settled
      ? ({ signal }) =>
          call('POST /api/staff/accounts/:accountId/actions/preview', {
            params: { accountId },
            body: settled,
            signal,
          })
      : skipToken,
    retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status < 500),
    placeholderData: (before) => before,
    staleTime: 0,
    gcTime: 0,
  })
  const isFresh = isSettled && settled !== undefined && query.isSuccess && !query.isPlaceholderData
  return {
    effect: isFresh ? query.data : undefined,
    shown: settled === undefined ? undefined : query.data,
    isLoading: settled !== undefined && (query.isPending || query.isPlaceholderData || !isSettled),
    error: isSettled ? query.error : undefined,
    refetch: async () => {
      const { data, isSuccess } = await query.refetch()
      return isSuccess ? data : undefined
    },
  }
}
