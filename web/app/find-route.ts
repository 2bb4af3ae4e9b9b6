export type RoutePattern = { path: string; matchesBelow?: true }

/** Ignores a trailing slash. A route with `matchesBelow` also takes every path below its own. */
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
