import { useRequests } from './api/queries.ts'
import type { ReceivedRequest } from './api/wire.ts'
import { FilterForm, useFilters } from './parts/filters.tsx'
import { ThingList, type Thing } from './parts/things.tsx'

export function Requests() {
  const filters = useFilters()
  const { data } = useRequests()
  return (
    <>
      <FilterForm label="Provider, path or any words" filters={filters} />
      {data && (
        <ThingList
          things={data.requests.map(thingOf)}
          filters={filters}
          empty="No provider has been called yet. Requests appear here by themselves."
        />
      )}
    </>
  )
}

function thingOf(request: ReceivedRequest): Thing {
  const { seq, at, provider, method, path, status, ms, fault, headers, body, reply } = request
  return {
    id: seq,
    at,
    title: provider,
    words: `${method} ${path}`,
    badges: [{ tone: toneOf(status), text: status === null ? 'No answer' : String(status) }],
    facts: { Answered: status === null ? 'no' : `in ${ms} ms`, Switch: fault },
    blocks: { Headers: linesOf(headers), Sent: spread(body), Answer: spread(reply) },
  }
}

function toneOf(status: number | null) {
  if (status === null || status >= 500) return 'error'
  return status < 400 ? 'success' : 'warning'
}

const linesOf = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

/** Formats JSON over several lines; anything else stays unchanged. */
function spread(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
