type Method = 'GET' | 'POST' | 'DELETE'

/** One call to the sandbox. A refusal throws the sandbox's own words. */
export async function call<Reply>(method: Method, path: string, body?: object): Promise<Reply> {
  const reply = await fetch(`/_sandbox/api${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const value = (await reply.json()) as Reply & { error?: string }
  if (!reply.ok) throw new Error(value.error ?? `The sandbox answered ${reply.status}.`)
  return value
}
