import { businessDaysAfter } from './business-days.ts'
import { endpoint } from './endpoint.ts'
import type { Endpoints } from './endpoint.ts'
import type { Mandate, PaymentMethod } from './merchant.ts'
import { anything, emptyable, flag, integer, object, oneOf, required, text } from './parameters.ts'
import { hiddenOf } from './payment-method.ts'
import type { Call, Turn } from './turn.ts'

export const mandateData = emptyable(
  object({
    customer_acceptance: required(
      object({
        accepted_at: integer,
        offline: anything,
        online: object({ infer_from_client: flag, ip_address: text, user_agent: text }),
        type: required(oneOf('offline', 'online')),
      }),
    ),
  }),
)
export type MandateData = ReturnType<typeof mandateData>

export const mandateEndpoints: Endpoints = {
  'GET /v1/mandates/:id': endpoint({}, (turn, _, { path }) => turn.merchant.mandates.get(path['id'] ?? '')),
}

/** Bacs takes some working days to accept a mandate. */
const activationDays = 3

/**
 * The customer's permission to debit an account. In a browser the customer gives it directly; a server must say how
 * it was given. Undefined if nothing is said.
 */
export function createMandate(
  turn: Turn,
  method: PaymentMethod,
  data: MandateData | undefined,
  call: Call,
): Mandate | undefined {
  if (!data && !call.isBrowser) return undefined
  const acceptance = data?.customer_acceptance
  const { ids, merchant, now } = turn
  const id = ids.next('mandate_', 24)
  const url = `https://payments.stripe.com/mandates/${id}`
  const isBacs = method.type === 'bacs_debit'
  const mandate = merchant.mandates.add({
    id,
    object: 'mandate',
    customer_acceptance: {
      accepted_at: acceptance?.accepted_at ?? now,
      ...(acceptance?.type === 'offline'
        ? { offline: {}, type: 'offline' }
        : {
            online: {
              ip_address: acceptance?.online?.ip_address ?? call.address,
              user_agent: acceptance?.online?.user_agent ?? call.userAgent,
            },
            type: 'online',
          }),
    },
    livemode: false,
    multi_use: {},
    payment_method: method.id,
    payment_method_details: isBacs
      ? {
          bacs_debit: {
            display_name: null,
            network_status: 'pending',
            reference: id.slice(8, 18).toUpperCase(),
            revocation_reason: null,
            service_user_number: '123456',
            url,
          },
          type: 'bacs_debit',
        }
      : { au_becs_debit: { url }, type: 'au_becs_debit' },
    status: isBacs ? 'pending' : 'active',
    type: 'multi_use',
  })
  hiddenOf(turn, method).mandate = id
  if (isBacs) turn.schedule(businessDaysAfter(now, activationDays), { kind: 'activate-mandate', id })
  return mandate
}

export function activateMandate(turn: Turn, id: string): void {
  const mandate = turn.merchant.mandates.find(id)
  if (mandate?.status !== 'pending') return
  const isRefused = hiddenOf(turn, { id: mandate.payment_method }).debit?.kind === 'mandate-refused'
  mandate.status = isRefused ? 'inactive' : 'active'
  const details = mandate.payment_method_details.bacs_debit
  if (details) details.network_status = isRefused ? 'refused' : 'accepted'
  turn.emit('mandate.updated', mandate)
}

export function revokeMandate(turn: Turn, mandate: Mandate, reason: string): void {
  if (mandate.status === 'inactive') return
  mandate.status = 'inactive'
  const details = mandate.payment_method_details.bacs_debit
  if (details) {
    details.network_status = 'revoked'
    details.revocation_reason = reason
  }
  turn.emit('mandate.updated', mandate)
}
