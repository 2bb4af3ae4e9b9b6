import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { secrets, withoutSecrets } from './secrets.ts'

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.c2lnbmF0dXJl_-x'

it.each([
  ['a token of ours', `refused ${jwt}`, 'refused [token]'],
  ['a token cut off', `refused ${jwt.slice(0, 30)}`, 'refused [token]'],
  ['a bearer value', 'authorization: Bearer abc.def-1', 'authorization: Bearer [token]'],
  ['a log-in link', '/login?token=abc.def&redirect=/', '/login?token=[secret]&redirect=/'],
  ['a payment request', 'GET /pay-now?request=pr_1x failed', 'GET /pay-now?request=[secret] failed'],
  [
    'the address of a calendar',
    'GET https://x.example/api/calendar/AbC-_12345678.ics',
    'GET https://x.example/api/calendar/[key].ics',
  ],
  ['a token in JSON', '{"sessionToken":"abc","status":500}', '{"sessionToken":"[secret]","status":500}'],
  ["a visitor's key in JSON", '{"key":"abc_-","text":"hi"}', '{"key":"[secret]","text":"hi"}'],
  ['a client secret', 'client_secret=pi_1_secret_2', 'client_secret=[secret]'],
  ['a code in a form', 'otp=048213', 'otp=[secret]'],
  ['a code in JSON', '{"otp":"048213"}', '{"otp":"[secret]"}'],
  ['a code as an object is printed', "{ otp: '048213' }", "{ otp: '[secret]' }"],
  ['an e-mail', 'unknown olivia.n+1@demo.example!', 'unknown [e-mail]!'],
  ['an e-mail in an address', '?email=olivia%40demo.example&x=1', '?email=[e-mail]&x=1'],
  ['a card', 'declined 4242424242424242.', 'declined [card].'],
  ['a card in groups', 'declined 4242 4242 4242 4242', 'declined [card]'],
  ['a card of fifteen digits', '3782-822463-10005', '[card]'],
  [
    'a card after an id',
    '35004ed7-9506-4667-8548-57c19c26404c 4242424242424242',
    '35004ed7-9506-4667-8548-57c19c26404c [card]',
  ],
  ['a card behind another number', 'row 12 5555 5555 5555 4444', 'row [card]'],
])('a report says nothing of %s', (_, text, scrubbed) => {
  expect(withoutSecrets(text)).toBe(scrubbed)
})

it.each([
  ['a number that is no card', 'order 4242424242424241'],
  ['a number too long for a card', '42424242424242424242'],
  ['an id', 'no account 7f0c5a52-63c1-4d0e-9a53-1f1f6d6a2b90'],
  ['an id with a card number in it', 'request 35004ed7-9506-4667-8548-57c19c26404c'],
  ['a place in the code', 'at load (https://portal.example/assets/index-B2x.js:12:345)'],
  ['a place in the code of other browsers', 'load@https://portal.example/assets/index-B2x.js:12:345'],
  ['a package', '/node_modules/@tanstack/query.js:1:2'],
  ['a status', 'the code was 500000 and the key is missing: request failed'],
  ['six digits by themselves', 'took 123456 ms'],
])('a report keeps %s', (_, text) => {
  expect(withoutSecrets(text)).toBe(text)
})

it.each(['a@', 'a%40', '1 ', 'otp', 'eyJ-', '"key" ', 'bearer ', 'a.'])(
  'a report that is nothing but %s is read at once',
  (part) => {
    const long = part.repeat(8000 / part.length)
    expect(withoutSecrets(`${long} olivia@demo.example`)).toMatch(/\[e-mail\]$/)
  },
)

it.each(secrets.map(([{ source }]) => source))(
  'the pattern %s begins with a fixed word or at the beginning of a run, so that few characters start a search',
  (source) => {
    expect(source).toMatch(/^(?:\\b)?\(?(?:\w{3}|\\\/api|\(?\?<!)/)
  },
)

describe('However a report is composed', () => {
  /** The same rules written plainly, tried at every position: too slow for strangers' text, easy to read. */
  function plainly(text: string): string {
    return text
      .replaceAll(/\beyJ[\w-]{8,}(\.[\w-]*){0,4}/g, '[token]')
      .replaceAll(/(\/api\/calendar\/)[\w-]+/g, '$1[key]')
      .replaceAll(/\bbearer\s+[^\s"',;]+/gi, 'Bearer [token]')
      .replaceAll(/(\w{0,30}(?:token|request|secret|password|otp|key))=[^\s&#"'<>)]+/gi, '$1=[secret]')
      .replaceAll(/"(\w{0,30}(?:token|secret|password|otp|key))"\s{0,4}:\s{0,4}"[^"]*"?/gi, '"$1":"[secret]"')
      .replaceAll(/\b(otp\W{1,4})\d{6}(?!\d)/gi, '$1[secret]')
      .replaceAll(/[^\s@%/<>"'(),;:=&]{1,64}(?:@|%40)[^\s@%/<>"'(),;:=&]{1,100}\.[a-z]{2,}/gi, '[e-mail]')
      .replaceAll(/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b|\d+(?:[ -]\d+)*/gi, (found) =>
        !/[a-f]/i.test(found) && holdsCard(found.split(/[ -]/)) ? '[card]' : found,
      )
  }
  const holdsCard = (groups: string[]) =>
    groups.some((_, from) =>
      groups.slice(from).some((_group, more) => isCard(groups.slice(from, from + more + 1).join(''))),
    )
  const isCard = (digits: string) =>
    digits.length >= 13 &&
    digits.length <= 19 &&
    Array.from(digits)
      .toReversed()
      .reduce((sum, digit, at) => {
        const value = Number(digit) * (at % 2 === 0 ? 1 : 2)
        return sum + (value > 9 ? value - 9 : value)
      }, 0) %
      10 ===
      0

  const secret = fc.constantFrom(
    jwt,
    'Bearer canary-1',
    'sessionToken=canary-2',
    '"client_secret" : "canary-3"',
    "otp: '048213'",
    'canary4@demo.example',
    'canary5%40demo.example',
    '4242 4242 4242 4242',
    '3782-822463-10005',
  )
  const noise = fc.oneof(
    fc.constantFrom(
      'a',
      '7',
      '12',
      'token',
      'otp',
      '@',
      '%40',
      '=',
      '"',
      '.',
      '-',
      'eyJ',
      '/',
      'bearer',
      '!',
    ),
    fc.string({ maxLength: 8 }),
  )
  const apart = fc.constantFrom(' ', '\n', '&', ', ', ' "', '(')

  it('it becomes what the plain rules make of it', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.oneof(secret, noise), apart)), (parts) => {
        const text = parts.flat().join('')
        expect(withoutSecrets(text)).toBe(plainly(text))
      }),
      { numRuns: 2_000 },
    )
  })

  it('no secret stays that the plain rules remove, even without gaps', () => {
    const canaries = [
      'canary-1',
      'canary-2',
      'canary-3',
      '048213',
      'canary4@',
      'canary5%40',
      '4242 4242 4242 4242',
    ]
    fc.assert(
      fc.property(fc.array(fc.oneof(secret, noise), { maxLength: 12 }), (parts) => {
        const text = parts.join('')
        const [expected, result] = [plainly(text), withoutSecrets(text)]
        const left = canaries.filter((canary) => result.includes(canary))
        expect(left.filter((canary) => !expected.includes(canary))).toEqual([])
      }),
      { numRuns: 5_000 },
    )
  })
})
