import { chargeEndpoints } from './charges.ts'
import { checkoutSessionEndpoints } from './checkout-sessions.ts'
import { customerEndpoints } from './customers.ts'
import { disputeEndpoints } from './disputes.ts'
import type { Endpoints } from './endpoint.ts'
import { fileEndpoints } from './files.ts'
import { eventEndpoints } from './events.ts'
import { mandateEndpoints } from './mandates.ts'
import { paymentIntentEndpoints } from './payment-intents.ts'
import { paymentMethodEndpoints } from './payment-methods.ts'
import { paymentPageEndpoints } from './payment-pages.ts'
import { refundEndpoints } from './refunds.ts'
import { setupIntentEndpoints } from './setup-intents.ts'

/** All supported endpoints of Stripe's API. */
export const endpoints: Endpoints = {
  ...paymentIntentEndpoints,
  ...setupIntentEndpoints,
  ...paymentMethodEndpoints,
  ...customerEndpoints,
  ...chargeEndpoints,
  ...refundEndpoints,
  ...disputeEndpoints,
  ...fileEndpoints,
  ...mandateEndpoints,
  ...checkoutSessionEndpoints,
  ...paymentPageEndpoints,
  ...eventEndpoints,
}
