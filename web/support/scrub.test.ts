import { expect, it } from 'vitest'
import { scrub } from './scrub.ts'

const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3In0.c2lnbmF0dXJl_c2lnbmF0dXJl'

it.each([
  [
    'query in a stack, whose line and column stay',
    'at f (https://x.example/a.js?token=s3cret:10:5)',
    'at f (https://x.example/a.js:10:5)',
  ],
  ['queries of paths', 'GET /login?token=s3cret&x=1 failed', 'GET /login failed'],
  [
    'address of a calendar',
    'GET https://x.example/api/calendar/AbC-_12345678.ics failed',
    'GET https://x.example/api/calendar/[key].ics failed',
  ],
  ['fragments', 'https://x.example/a#s3cret', 'https://x.example/a'],
  ['session tokens', `bad token ${token}!`, 'bad token [token]!'],
  ['authorisations', 'Authorization: Bearer abc.def', 'Authorization: Bearer [token]'],
  ['e-mail addresses', 'no account for amelia.hart+1@mail.example.org', 'no account for [email]'],
  ['card numbers', 'card 4242 4242 4242 4242 declined', 'card [number] declined'],
  ['mobiles', 'sent to +61491570006', 'sent to [number]'],
])('a report holds no %s', (_, text, scrubbed) => {
  expect(scrub(text)).toBe(scrubbed)
})

it.each([
  ["Cannot read properties of undefined (reading 'map')"],
  ['500 server_error: Oops, something went wrong.'],
  ['at Page (https://portal.example/assets/start-BzA81x.js:12:3456)'],
])('a report keeps %s', (text) => {
  expect(scrub(text)).toBe(text)
})
