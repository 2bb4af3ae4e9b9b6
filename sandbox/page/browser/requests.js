import { call } from './api.js'
import { createFilteredList, createFilters, things } from './view.js'

const filters = createFilters('Provider, path or any words', {}, () => list.show(rows))
const list = createFilteredList(
  filters,
  'No provider has been called yet. Requests appear here by themselves.',
  undefined,
  things,
)
let rows = []

async function loadRequests() {
  const { requests: received } = await call('GET', '/requests')
  rows = received.map(rowOf)
  list.show(rows)
}

function rowOf({ seq, at, provider, method, path, status, ms, fault, headers, body, reply }) {
  return {
    id: seq,
    at,
    title: provider,
    words: `${method} ${path}`,
    badges: [{ look: lookOf(status), text: status === null ? 'No answer' : String(status) }],
    facts: { Answered: status === null ? 'no' : `in ${ms} ms`, Switch: fault },
    blocks: { Headers: linesOf(headers), Sent: spread(body), Answer: spread(reply) },
  }
}

function lookOf(status) {
  if (status === null || status >= 500) return 'error'
  return status < 400 ? 'success' : 'warning'
}

const linesOf = (headers) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

/** Formats JSON over several lines; anything else stays unchanged. */
function spread(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

export const requests = {
  title: 'Requests',
  icon: 'transactions',
  topics: ['requests'],
  load: loadRequests,
  open: (_, query) => filters.read(query),
  lead: 'The last 500 that the providers received, newest first. Secrets are masked.',
  content: [filters.form, list.elements],
}
