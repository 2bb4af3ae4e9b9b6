import { useCallback } from 'react'
import { useLocation, useSearch } from 'wouter'

/** The filters of the list. */
export type Chosen = { school?: string; year?: string }
/** Everything the URL says about the page. */
export type SearchParams = Chosen & { transaction?: string }

/** Anyone can edit a URL, so invalid values are ignored. */
export function searchParamsIn(search: string): SearchParams {
  const said = new URLSearchParams(search)
  const year = said.get('year') ?? ''
  return {
    school: said.get('school')?.slice(0, 64) || undefined,
    year: /^2\d{3}$/.test(year) ? year : undefined,
    transaction: said.get('transaction')?.slice(0, 64) || undefined,
  }
}

export function searchOf(params: SearchParams): string {
  const said = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) if (value !== undefined) said.set(name, value)
  return said.size > 0 ? `?${said.toString()}` : ''
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
