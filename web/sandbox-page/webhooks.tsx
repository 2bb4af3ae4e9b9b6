import { MailArt } from '../ui/spot-art/mail.tsx'
import { call } from './api/call.ts'
import { useWebhooks, type DeliveryWithBody } from './api/queries.ts'
import type { Delivery } from './api/wire.ts'
import type { ThingAction } from './parts/action-form.tsx'
import { FilterForm, useFilters } from './parts/filters.tsx'
import { ThingList, type Thing } from './parts/things.tsx'
import { dateAndTime } from './parts/time.ts'
import { statusInWords } from './payments/book.ts'

export function Webhooks() {
  const filters = useFilters()
  const { data } = useWebhooks(filters.choice('account'))
  return (
    <>
      <FilterForm
        label="Event, id or any words"
        filters={filters}
        choice={{
          name: 'account',
          legend: 'Account',
          options: { '': 'All', AU: 'Australia', UK: 'United Kingdom' },
        }}
      />
      {data && (
        <ThingList
          things={eventsOf(data.webhooks)}
          filters={filters}
          empty="No webhook has been sent yet. An account sends them once it has an address to send them to."
          art={MailArt}
        />
      )}
    </>
  )
}

/** A resent webhook stays in its position, under its event. */
function eventsOf(sent: readonly DeliveryWithBody[]): Thing[] {
  return [...Map.groupBy(sent.toReversed(), ({ event }) => event).values()].map(thingOf).toReversed()
}

const tones = {
  delivered: 'success',
  failed: 'error',
  lost: 'error',
  queued: 'caution',
  held: 'caution',
} as const

type Payload = { created: number; data: { object: { id: string } } }

/** An event with its deliveries, oldest first. */
function thingOf(deliveries: [DeliveryWithBody, ...DeliveryWithBody[]] | DeliveryWithBody[]): Thing {
  const last = deliveries.at(-1)
  if (!last) throw new Error('An event without deliveries')
  const { event, type, account, body, status } = last
  const payload = body === null ? undefined : (JSON.parse(body) as Payload)
  const attempt = last.attempts.at(-1)
  const count = deliveries.reduce((sum, delivery) => sum + delivery.attempts.length, 0)
  return {
    id: event,
    at: payload ? payload.created * 1000 : (attempt?.at ?? 0),
    region: account,
    title: type,
    words: `${account}, ${payload?.data.object.id ?? event}`,
    trouble: attempt?.error,
    badges: [
      ...(count > 1 ? [{ tone: 'brand' as const, text: `${count} attempts` }] : []),
      {
        tone: tones[status],
        text: [statusInWords(status), attempt && answerOf(attempt)].filter(Boolean).join(', '),
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

const unique = (values: readonly (string | undefined)[]) => [...new Set(values.filter(Boolean))].join(', ')

type Attempt = Delivery['attempts'][number]

function linesOf({ attempts, account }: Delivery) {
  return attempts.map((attempt) => ({
    badge: { tone: isTaken(attempt) ? ('success' as const) : ('error' as const), text: answerOf(attempt) },
    text: [dateAndTime(attempt.at, account), attempt.error].filter(Boolean).join(': '),
    source: `Stripe-Signature: ${attempt.signature}`,
  }))
}

const answerOf = ({ status }: Attempt) => (status === null ? 'no answer' : String(status))
const isTaken = ({ status }: Attempt) => status !== null && status >= 200 && status < 300

const resends: Record<string, { times?: number; signature?: 'bad' | 'old' | 'future' }> = {
  Resend: {},
  'Resend ×10': { times: 10 },
  'Resend with bad signature': { signature: 'bad' },
  'Resend with old signature': { signature: 'old' },
  'Resend with future signature': { signature: 'future' },
}

const resendActions = (event: string): ThingAction[] =>
  Object.entries(resends).map(([label, how]) => ({
    label,
    of: event,
    async run() {
      const { webhooks: sent } = await call<{ webhooks: Delivery[] }>(
        'POST',
        `/stripe/webhooks/${event}/resend`,
        { times: 1, signature: 'good', ...how },
      )
      if (sent.length === 0) return 'Nothing was sent: no address listens to this event.'
      const answers = Map.groupBy(sent, ({ attempts: [first] }) => (first ? answerOf(first) : 'no answer'))
      const counted = [...answers].map(([answer, { length }]) =>
        length === 1 ? answer : `${answer} ×${length}`,
      )
      return `Sent again. Answer: ${counted.join(', ')}.`
    },
  }))
