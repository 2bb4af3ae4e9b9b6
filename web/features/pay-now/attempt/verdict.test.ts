import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { isFinal, verdictOf } from './verdict.ts'

const refusal = (status: number, code: ApiError['code']) => new ApiError(status, { code, msg: 'No.' }, null)

describe('What a failed call says about a payment', () => {
  it.each([
    [402, 'payment_declined', 'refused'],
    [400, 'invalid_request', 'refused'],
    [403, 'forbidden', 'refused'],
    [404, 'not_found', 'refused'],
    [409, 'request_paid', 'refused'],
    [409, 'amount_over_due', 'refused'],
    [409, 'card_form_expired', 'refused'],
    [409, 'source_unusable', 'refused'],
    [410, 'request_expired', 'refused'],
    [409, 'payment_in_progress', 'under-way'],
    [409, 'request_id_reused', 'reused'],
    [429, 'rate_limited', 'later'],
    [401, 'unauthenticated', 'later'],
    [403, 'code_needed', 'later'],
    [403, 'saved_methods_locked', 'refused'],
    [500, 'server_error', 'unclear'],
    [502, 'server_error', 'unclear'],
    [503, 'unavailable', 'unclear'],
    [0, 'unreachable', 'unclear'],
  ] as const)('%d %s: %s', (status, code, kind) => {
    expect(verdictOf(refusal(status, code)).kind).toBe(kind)
  })

  it('A fault of ours says nothing about it either', () => {
    expect(verdictOf(new SyntaxError('Unexpected end of JSON input')).kind).toBe('unclear')
  })

  it.each([
    [409, 'request_paid', true],
    [410, 'request_cancelled', true],
    [410, 'request_expired', true],
    [410, 'account_closed', true],
    [403, 'not_by_staff', true],
    [403, 'not_by_role', true],
    [403, 'saved_methods_locked', false],
    [404, 'not_found', true],
    [402, 'payment_declined', false],
    [409, 'source_unusable', false],
    [409, 'amount_over_due', false],
  ] as const)('%d %s ends it: %s', (status, code, ends) => {
    expect(isFinal(refusal(status, code))).toBe(ends)
  })
})
