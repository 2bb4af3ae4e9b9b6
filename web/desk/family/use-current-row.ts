import { useLocation, useSearchParams } from 'wouter'

/** Which row of a list is looked at. It is in the address, so that Back and a reload come to the same. */
export function useCurrentRow<Row extends { id: string }>(rows: readonly Row[], name = 'row') {
  const [params] = useSearchParams()
  const [path, navigate] = useLocation()
  const wanted = params.get(name)
  const found = rows.findIndex(({ id }) => id === wanted)
  const index = Math.max(found, 0)
  const choose = (id: string | undefined) => {
    if (id === undefined) return
    const next = new URLSearchParams(params)
    next.set(name, id)
    navigate(`${path}?${next}`, { replace: true })
  }
  return {
    current: rows[index],
    choose,
    step: (by: 1 | -1) => choose(rows[index + by]?.id),
  }
}
