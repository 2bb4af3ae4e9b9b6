export class ApiError extends Error {}

export async function call(method, path, body) {
  const reply = await fetch(`/_sandbox/api${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const value = await reply.json()
  if (!reply.ok) throw new ApiError(value.error ?? `The sandbox answered ${reply.status}.`)
  return value
}
