import { describe, expectTypeOf, it } from 'vitest'
import type * as sandboxFaults from '#sandbox/faults/faults.ts'
import type * as sandboxInbox from '#sandbox/inbox/inbox.ts'
import type * as sandboxPeople from '#sandbox/people/directory.ts'
import type * as sandboxRequests from '#sandbox/requests/requests.ts'
import type * as merchant from '#sandbox/stripe/merchant.ts'
import type * as testAccounts from '#sandbox/stripe/test-accounts.ts'
import type * as testCards from '#sandbox/stripe/test-cards.ts'
import type * as sandboxWebhooks from '#sandbox/stripe/webhooks.ts'
import type * as stripe from './stripe-wire.ts'
import type * as wire from './wire.ts'

/** The compiler is the test: what the sandbox sends is what the page reads. */
describe('the types of the wire are the sandbox’s', () => {
  it('for its own replies', () => {
    expectTypeOf<sandboxPeople.Directory>().toExtend<wire.Directory>()
    expectTypeOf<sandboxInbox.Message>().toExtend<wire.Message>()
    expectTypeOf<sandboxFaults.Rule>().toExtend<wire.Rule>()
    expectTypeOf<sandboxRequests.ReceivedRequest>().toExtend<wire.ReceivedRequest>()
    expectTypeOf<sandboxWebhooks.Delivery>().toExtend<wire.Delivery>()
    expectTypeOf<testCards.TestCard>().toExtend<wire.TestCard>()
    expectTypeOf<testAccounts.TestAccount>().toExtend<wire.TestAccount>()
  })

  it('for the objects of Stripe', () => {
    expectTypeOf<merchant.Customer>().toExtend<stripe.Customer>()
    expectTypeOf<merchant.PaymentMethod>().toExtend<stripe.PaymentMethod>()
    expectTypeOf<merchant.PaymentIntent>().toExtend<stripe.PaymentIntent>()
    expectTypeOf<merchant.SetupIntent>().toExtend<stripe.SetupIntent>()
    expectTypeOf<merchant.Charge>().toExtend<stripe.Charge>()
    expectTypeOf<merchant.Refund>().toExtend<stripe.Refund>()
    expectTypeOf<merchant.Dispute>().toExtend<stripe.Dispute>()
    expectTypeOf<merchant.Mandate>().toExtend<stripe.Mandate>()
    expectTypeOf<merchant.Session>().toExtend<stripe.Session>()
  })
})
