import { useCallback } from 'react'
import { useLocation, useSearch } from 'wouter'

/** What the list is narrowed to. */
export type Chosen = { school?: string; year?: string }
/** All that the address says about the page. */
export type SearchParams = Chosen & { transaction?: string }

/** Read from an address that anybody may have written: what cannot be is left out. */
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

/** The choices live in the address, so that they are there again after Back and after a reload. */
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
