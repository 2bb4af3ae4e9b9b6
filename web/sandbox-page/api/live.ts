import { queryClient } from './queries.ts'

/** The queries that each kind of change makes stale. */
const queriesOf: Record<string, string[]> = {
  messages: ['messages'],
  faults: ['faults'],
  clock: ['clock', 'people', 'faults'],
  stripe: ['stripe', 'webhooks', 'charges', 'people'],
  requests: ['requests'],
}

/** For the list of families, the portal asks its database about every one. */
const peoplePauseMs = 2_000

const running = new Set<string>()
const stale = new Set<string>()

/** Changes come in bursts. A query reloads once for each burst, and never twice at the same time. */
async function reload(name: string): Promise<void> {
  stale.add(name)
  if (running.has(name)) return
  running.add(name)
  while (stale.delete(name)) {
    await queryClient.invalidateQueries({ queryKey: [name] })
    await new Promise((resolve) => setTimeout(resolve, name === 'people' ? peoplePauseMs : 0))
  }
  running.delete(name)
}

function reloadAfter(topic: string): void {
  for (const name of queriesOf[topic] ?? []) void reload(name)
}

/** Reloads what changes, and passes on why the sandbox cannot be read, or that it can again. */
export function followSandbox(onTrouble: (text: string | undefined) => void): () => void {
  const events = new EventSource('/_sandbox/api/events')
  events.addEventListener('message', ({ data }) => reloadAfter(String(data)))
  // Catches up with everything missed while disconnected: at the start, and after each interruption.
  events.addEventListener('open', () => {
    onTrouble(undefined)
    Object.keys(queriesOf).forEach(reloadAfter)
  })
  events.addEventListener('error', () => onTrouble('The sandbox does not answer'))
  const forget = queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') onTrouble(event.action.error.message)
  })
  // Another process may move the clock through its file, which raises no event.
  const onFocus = () => reloadAfter('clock')
  addEventListener('focus', onFocus)
  return () => {
    events.close()
    forget()
    removeEventListener('focus', onFocus)
  }
}
