import { find } from './dom.js'

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

export function showTrouble(error) {
  const trouble = find('#trouble')
  trouble.textContent = `${error.message}. Check that the sandbox is running, then reload this page.`
  trouble.hidden = false
}

export function hideTrouble() {
  find('#trouble').hidden = true
}

/** A listener that runs `action` once at a time, and shows its failure: in `outcome` if it is an answer. */
export function attempt(action, say) {
  let isBusy = false
  return async (event) => {
    event.preventDefault()
    if (isBusy) return
    isBusy = true
    try {
      await action(event)
    } catch (error) {
      if (say && error instanceof ApiError) say(error.message, true)
      else showTrouble(error)
    } finally {
      isBusy = false
    }
  }
}
