/** The year that an address asks for; anything that is no year is as good as none. */
export function yearIn(search: URLSearchParams): number | undefined {
  const text = search.get('year') ?? ''
  return /^20\d\d$/.test(text) ? Number(text) : undefined
}
