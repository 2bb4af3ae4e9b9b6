import { describe, expect, it } from 'vitest'
import { readReturn } from './set-up-return.ts'

const unknown = { kind: 'unknown' }

describe('A customer whom the provider sends back', () => {
  it.each([
    [
      'setup_intent=seti_1&setup_intent_client_secret=seti_1_secret_x&redirect_status=succeeded',
      { kind: 'intent', id: 'seti_1', clientSecret: 'seti_1_secret_x' },
    ],
    [
      'setup_intent=seti_1&setup_intent_client_secret=seti_1_secret_x&redirect_status=failed',
      { kind: 'intent', id: 'seti_1', clientSecret: 'seti_1_secret_x' },
    ],
    ['checkout-session-id=cs_test_1', { kind: 'session', id: 'cs_test_1' }],
    ['', unknown],
    ['redirect_status=succeeded', unknown],
    ['setup_intent=seti_1', unknown],
    ['setup_intent_client_secret=seti_1_secret_x', unknown],
    ['setup_intent=seti_2&setup_intent_client_secret=seti_1_secret_x', unknown],
    ['setup_intent=pi_1&setup_intent_client_secret=pi_1_secret_x', unknown],
    ['checkout-session-id={CHECKOUT_SESSION_ID}', unknown],
    ['checkout-session-id=', unknown],
  ])('comes with "%s"', (search, found) => {
    expect(readReturn(new URLSearchParams(search))).toEqual(found)
  })
})
