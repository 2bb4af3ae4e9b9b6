import { describe, expect, it } from 'vitest'
import { maskBody, maskHeaders } from './mask.ts'

describe('in the list of requests', () => {
  it('headers that authenticate the caller show only their scheme', () => {
    const headers = { authorization: 'Basic QUM6eA==', 'x-api-key': 'k', cookie: 'a=b', accept: '*/*' }
    expect(maskHeaders(headers)).toEqual({
      authorization: 'Basic ••••',
      'x-api-key': '••••',
      cookie: '••••',
      accept: '*/*',
    })
  })

  it.each([
    [
      'card[number]=4242424242424242&card[cvc]=314&amount=5',
      'card[number]=•••• 4242&card[cvc]=••••&amount=5',
    ],
    [
      '{"number":"4000 0025 0000 3155","client_secret":"pi_1"}',
      '{"number":"•••• 3155","client_secret":"••••"}',
    ],
    ['{"token" : "a\\"b", "to":"+61400111222"}', '{"token" : "••••", "to":"+61400111222"}'],
    ['reference=4242424242424243', 'reference=4242424242424243'],
    [
      '{"idNumber":"12345678","extraData":[{"kvpKey":"document_number","kvpValue":"P1234567"}]}',
      '{"idNumber":"••••678","extraData":[{"kvpKey":"document_number","kvpValue":"••••567"}]}',
    ],
    ['{"idNumber": "123"}', '{"idNumber": "••••"}'],
  ])('%s is shown as %s', (body, shown) => {
    expect(maskBody(body)).toBe(shown)
  })
})
