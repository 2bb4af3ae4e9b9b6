import type { SetupIntentResult } from '@stripe/stripe-js'
import { describe, expect, it } from 'vitest'
import { readOutcome } from './set-up-outcome.ts'

const intent = (status: string, more: object = {}) =>
  ({ setupIntent: { id: 'seti_1', status, payment_method: null, last_setup_error: null, ...more } }) as never
const refusal = (type: string, more: object = {}) =>
  ({ error: { type, message: 'As the provider says.', ...more } }) as never
const inOurWords = 'Your bank account could not be set up. Please check the details and try again.'
const theirs = { kind: 'refused', message: 'As the provider says.' }
const ours = { kind: 'refused', message: inOurWords }

describe('A bank account that the provider was asked to set up', () => {
  it.each<[string, SetupIntentResult, object]>([
    ['is set up', intent('succeeded', { payment_method: 'pm_1' }), { kind: 'done', methodId: 'pm_1' }],
    [
      'is told whole',
      intent('succeeded', { payment_method: { id: 'pm_1' } }),
      { kind: 'done', methodId: 'pm_1' },
    ],
    ['is set up without a name', intent('succeeded'), ours],
    ['was refused', intent('requires_payment_method'), ours],
    [
      'was refused with a reason',
      intent('requires_payment_method', {
        last_setup_error: {
          type: 'invalid_request_error',
          code: 'account_number_invalid',
          message: 'As the provider says.',
        },
      }),
      theirs,
    ],
    ['is waited for', intent('processing'), { kind: 'unsure', message: expect.any(String) }],
    ['was given up', intent('canceled'), { kind: 'over', message: inOurWords }],
    ['is not filled in', refusal('validation_error'), theirs],
    ['does not exist', refusal('invalid_request_error', { code: 'account_number_invalid' }), theirs],
    ['is asked for wrongly', refusal('invalid_request_error', { code: 'parameter_unknown' }), ours],
    ['cannot be asked for', refusal('api_connection_error'), { kind: 'unsure', message: expect.any(String) }],
    [
      'was set up before the answer got lost',
      refusal('invalid_request_error', {
        code: 'setup_intent_unexpected_state',
        setup_intent: { status: 'succeeded', payment_method: 'pm_1' },
      }),
      { kind: 'done', methodId: 'pm_1' },
    ],
  ])('%s', (_, result, outcome) => {
    expect(readOutcome(result)).toEqual(outcome)
  })

  it('is never explained with a secret', () => {
    const message = 'No such setupintent: seti_1_secret_x'
    const outcome = readOutcome(refusal('invalid_request_error', { code: 'resource_missing', message }))
    expect(JSON.stringify(outcome)).not.toContain('secret')
  })
})
