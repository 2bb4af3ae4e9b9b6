/**
 * Checks the target of a redirect after log-in. Anyone can write the link, so only plain paths of this portal are
 * allowed. It is an allow-list of characters: browsers, routers and proxies disagree on slashes, backslashes, dots
 * and percent signs in a path, and none of our paths needs them.
 */
const segment = '[A-Za-z0-9_-][A-Za-z0-9._~-]*'
const plainPath = new RegExp(`^/(?:${segment}(?:/${segment})*/?)?$`)
const plainQuery = /^(?:[?#](?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?#]|%[0-9A-Fa-f]{2})*)?$/
const encodedControl = /%(?:[01][0-9A-Fa-f]|7F)/i

export const redirectMaxLength = 500
const home = '/'

/** The target if it is safe and, with routes given, at or below one of them; otherwise the home page. */
export function safeRedirect(target: string | null | undefined, routes?: readonly string[]): string {
  if (!target || target.length > redirectMaxLength) return home
  const queryStart = target.search(/[?#]/)
  const path = queryStart === -1 ? target : target.slice(0, queryStart)
  const query = queryStart === -1 ? '' : target.slice(queryStart)
  if (!plainPath.test(path) || !plainQuery.test(query) || encodedControl.test(query)) return home
  return routes === undefined || routes.some((route) => isAtOrBelow(path, route)) ? target : home
}

function isAtOrBelow(path: string, route: string): boolean {
  if (path === route) return true
  return route !== home && path.startsWith(`${route}/`)
}
