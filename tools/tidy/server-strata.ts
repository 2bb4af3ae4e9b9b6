/**
 * The strata of the server, from the ground up. A stratum imports what is below it and itself, never what is above it.
 * The desk stands on the portal because it shows staff what a family sees.
 */
export const serverStrata = [
  'platform',
  'letters',
  'people',
  'books',
  'plans',
  'portal-api',
  'desk-api',
  'app',
] as const

const stratumOf = (path: string) => /^server\/([^/]+)\//.exec(path)?.[1]

const heightOf = (stratum: string | undefined) => serverStrata.findIndex((each) => each === stratum)

export function serverArrowFaults(path: string, target: string): string[] {
  const [from, to] = [stratumOf(path), stratumOf(target)]
  if (from === undefined || to === undefined) return []
  if (heightOf(to) > heightOf(from)) return [`${from} must not know ${to}, which stands on it`]
  return []
}
