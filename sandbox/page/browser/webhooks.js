import { call, showTrouble } from './api.js'
import { statusInWords } from './book.js'
import { dateAndTime } from './time.js'
import { createFilteredList, createFilters, things } from './view.js'

const choices = { account: ['Account', { '': 'All', AU: 'Australia', UK: 'United Kingdom' }] }
const filters = createFilters('Event, id or any words', choices, (name) => {
  if (name === 'account') void loadWebhooks().catch(showTrouble)
  else list.show(events)
})
const list = createFilteredList(
  filters,
  'No webhook has been sent yet. An account sends them once it has an address to send them to.',
  'mail',
  things,
)
let events = []

async function loadWebhooks() {
  const account = filters.value('account')
  const { webhooks: sent } = await call('GET', `/stripe/webhooks${account && `?account=${account}`}`)
  // If another account was chosen meanwhile, its own answer is on the way.
  if (account !== filters.value('account')) return
  // A resent webhook stays in its position, under its event.
  events = [...Map.groupBy(sent.toReversed(), ({ event }) => event).values()].map(rowOf).toReversed()
  list.show(events)
}

const looks = { delivered: 'success', failed: 'error', lost: 'error', queued: 'caution', held: 'caution' }

/** An event with its deliveries, oldest first. */
function rowOf(deliveries) {
  const [{ event, type, account, body }] = deliveries
  const payload = body === null ? undefined : JSON.parse(body)
  const { status, attempts } = deliveries.at(-1)
  const last = attempts.at(-1)
  const count = deliveries.reduce((sum, delivery) => sum + delivery.attempts.length, 0)
  return {
    id: event,
    at: payload ? payload.created * 1000 : Date.parse(last?.at ?? 0),
    region: account,
    title: type,
    words: `${account}, ${payload?.data.object.id ?? event}`,
    trouble: last?.error,
    badges: [
      ...(count > 1 ? [{ look: 'brand', text: `${count} attempts` }] : []),
      {
        look: looks[status],
        text: [statusInWords(status), last && answerOf(last)].filter(Boolean).join(', '),
      },
    ],
    actions: resendActions(event),
    facts: {
      Event: event,
      'Sent to': unique(deliveries.map(({ url }) => url)),
      Switch: unique(deliveries.map(({ fault }) => fault)),
    },
    parts:
      count > 0 ? [{ title: 'Attempts, in real time', lines: deliveries.flatMap(linesOf).toReversed() }] : [],
    blocks: payload ? { Body: JSON.stringify(payload, null, 2) } : {},
  }
}

const unique = (values) => [...new Set(values.filter(Boolean))].join(', ')

function linesOf({ attempts, account }) {
  return attempts.map((attempt) => ({
    badge: { look: isTaken(attempt) ? 'success' : 'error', text: answerOf(attempt) },
    text: [dateAndTime(attempt.at, account), attempt.error].filter(Boolean).join(': '),
    source: `Stripe-Signature: ${attempt.signature}`,
  }))
}

const answerOf = ({ status }) => (status === null ? 'no answer' : String(status))
const isTaken = ({ status }) => status >= 200 && status < 300

const resends = [
  ['Resend', {}],
  ['Resend ×10', { times: 10 }],
  ['Resend with bad signature', { signature: 'bad' }],
  ['Resend with old signature', { signature: 'old' }],
  ['Resend with future signature', { signature: 'future' }],
]

const resendActions = (event) =>
  resends.map(([label, wish]) => ({
    label,
    of: event,
    about: { times: 1, signature: 'good', ...wish },
    path: `/stripe/webhooks/${event}/resend`,
    said: ({ webhooks: sent }) => saidOf(sent),
  }))

function saidOf(sent) {
  if (sent.length === 0) return 'Nothing was sent: no address listens to this event.'
  const answers = Map.groupBy(sent, ({ attempts }) => answerOf(attempts[0]))
  const counted = [...answers].map(([answer, { length }]) => (length === 1 ? answer : `${answer} ×${length}`))
  return `Sent again. Answer: ${counted.join(', ')}.`
}

export const webhooks = {
  title: 'Webhooks',
  icon: 'repeat',
  topics: ['stripe'],
  load: loadWebhooks,
  open: (_, query) => filters.read(query),
  lead: 'What Stripe has sent last, newest first, and how each attempt was answered.',
  content: [filters.form, list.elements],
}
