import { useCallback } from 'react'
import { useLocation, useSearch } from 'wouter'

/** The filters of the list. */
export type Chosen = { school?: string; year?: string }
/** Everything the URL says about the page. */
export type SearchParams = Chosen & { transaction?: string }

/** Anyone can edit a URL, so invalid values are ignored. */
export function searchParamsIn(search: string): SearchParams {
  const params = new URLSearchParams(search)
  const year = params.get('year') ?? ''
  return {
    school: params.get('school')?.slice(0, 64) || undefined,
    year: /^2\d{3}$/.test(year) ? year : undefined,
    transaction: params.get('transaction')?.slice(0, 64) || undefined,
  }
}

export function searchOf(params: SearchParams): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) if (value !== undefined) query.set(name, value)
  return query.size > 0 ? `?${query.toString()}` : ''
}

/** The filters are in the URL, so that they survive Back and a reload. */
export function useSearchParams(): [SearchParams, (change: SearchParams) => void] {
  const params = searchParamsIn(useSearch())
  const [, navigate] = useLocation()
  const goTo = useCallback(
    (change: SearchParams) =>
      navigate(location.pathname + searchOf({ ...searchParamsIn(location.search), ...change }), {
        replace: true,
      }),
    [navigate],
  )
  return [params, goTo]
}
