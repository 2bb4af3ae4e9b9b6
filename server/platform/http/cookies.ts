/** Returns the value of a cookie from the header that a browser sends. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const [key = '', value] = pair.trim().split('=', 2)
    if (key === name && value) return value
  }
  return undefined
}

export type Cookie = { name: string; value: string; path: string; maxAgeMs: number }

/** Scripts cannot read the cookie, and other sites cannot send it. */
export function cookieHeader({ name, value, path, maxAgeMs }: Cookie, isSecure: boolean): string {
  const parts = [`${name}=${value}`, `Path=${path}`, `Max-Age=${Math.floor(maxAgeMs / 1000)}`, 'HttpOnly']
  return [...parts, 'SameSite=Strict', ...(isSecure ? ['Secure'] : [])].join('; ')
}
