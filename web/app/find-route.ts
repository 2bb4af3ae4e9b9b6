export type RoutePattern = { path: string; matchesBelow?: true }

/** Exact places tolerate a trailing slash; those that match below take every path beneath them. */
export function findRoute<Candidate extends RoutePattern>(
  candidates: readonly Candidate[],
  pathname: string,
): Candidate | undefined {
  const path = pathname === '/' ? pathname : pathname.replace(/\/$/, '')
  return (
    candidates.find((route) => route.path === path) ??
    candidates.find((route) => route.matchesBelow && path.startsWith(`${route.path}/`))
  )
}
