type Values = Record<string, string | number | boolean | null | undefined>

/** Builds the method and URL of a call from "GET /api/account/:accountId" and its parameters. */
export function addressOf(
  key: string,
  request: { params?: Values; query?: Values },
): { method: string; path: string } {
  const [method = '', template = ''] = key.split(' ')
  const path = template.replace(/:(\w+)/g, (_, name: string) => {
    const value = request.params?.[name]
    if (value === undefined || value === null || value === '') throw new Error(`${key} needs ${name}`)
    return encodeURIComponent(value)
  })
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined && value !== null) query.append(name, String(value))
  }
  return { method, path: query.size > 0 ? `${path}?${query.toString()}` : path }
}
