import type { Region } from '#domain/region.ts'
import type { Deps } from '../../platform/deps.ts'
import { cardFailed } from '../card-entry/card-testing.ts'
import { workOn } from '../../platform/jobs/work-through.ts'
import { recordSession } from '../checkout-sessions/sessions.ts'
import {
  mandateChanged,
  paymentMethodChanged,
  setupIntentSucceeded,
} from '../payment-methods/provider-news.ts'
import { refreshDisputes, refreshPayment, refreshRefunds } from '../payments/refresh.ts'
import {
  closeEvent,
  findWaitingEvent,
  listForgottenEvents,
  noteFailedEvent,
  type StoredEvent,
} from './webhooks.store.ts'

type Handler = (deps: Deps, region: Region, event: StoredEvent) => Promise<unknown>

const ofPayment: Handler = (deps, region, { objectId }) => refreshPayment(deps, region, objectId)
const ofRefund: Handler = async (deps, region, { paymentId }) =>
  paymentId ? refreshRefunds(deps, region, paymentId) : undefined
const ofDispute: Handler = async (deps, region, { paymentId }) =>
  paymentId ? refreshDisputes(deps, region, paymentId) : undefined
const ofSession: Handler = (deps, region, { objectId }) => recordSession(deps, region, objectId)

/** An event only says what changed: its object is fetched again, so the order of events does not matter. */
const handlers: Record<string, Handler> = {
  'payment_intent.succeeded': ofPayment,
  'payment_intent.processing': ofPayment,
  'payment_intent.payment_failed': ofPayment,
  'payment_intent.canceled': ofPayment,
  'charge.refunded': ofRefund,
  'refund.created': ofRefund,
  'refund.updated': ofRefund,
  'refund.failed': ofRefund,
  'charge.dispute.created': ofDispute,
  'charge.dispute.updated': ofDispute,
  'charge.dispute.funds_withdrawn': ofDispute,
  'charge.dispute.funds_reinstated': ofDispute,
  'charge.dispute.closed': ofDispute,
  'checkout.session.completed': ofSession,
  'checkout.session.async_payment_succeeded': ofSession,
  'checkout.session.async_payment_failed': ofSession,
  'checkout.session.expired': ofSession,
  'setup_intent.succeeded': (deps, region, { objectId }) => setupIntentSucceeded(deps, region, objectId),
  'setup_intent.setup_failed': (deps, region, { objectId }) => cardFailed(deps, region, objectId),
  'mandate.updated': (deps, region, { objectId }) => mandateChanged(deps, region, objectId),
  'payment_method.automatically_updated': (deps, region, { objectId }) =>
    paymentMethodChanged(deps, region, objectId),
  'payment_method.detached': (deps, region, { objectId }) => paymentMethodChanged(deps, region, objectId),
}

export const handledKinds = Object.keys(handlers)

/** Handles a stored event. Throws, and is retried, while its object cannot be found or fetched. */
export async function handleEvent(deps: Deps, eventId: string): Promise<void> {
  const event = await findWaitingEvent(deps.db, eventId)
  if (!event) return
  try {
    await handlers[event.kind]?.(deps, event.region, event)
  } catch (error) {
    await noteFailedEvent(deps.db, eventId, (error as Error).message)
    throw error
  }
  await closeEvent(deps.db, eventId, deps.clock())
}

/** Handles events that a crash left behind, or whose job has given up. */
export async function handleForgottenEvents(deps: Deps): Promise<number> {
  const name = 'handle-provider-event'
  const now = deps.clock()
  const since = new Date(now.getTime() - 60_000)
  const forgotten = await listForgottenEvents(deps.db, since, { work: name, now, limit: 500 })
  const itemOf = (id: string) => ({ item: id, accountId: null })
  return workOn(deps, { name, itemOf, lanes: 8 }, forgotten, async (ids) => {
    for (const id of ids) await handleEvent(deps, id)
  })
}
