import { expect, it } from 'vitest'
import { readPreparedCode } from './prepared-code.ts'

const sandbox = 'http://127.0.0.1:12111'

it.each([
  ['a code, with the end of its number', '#code=123456&ending=427', sandbox, '123456'],
  ['a code without that', '#code=123456', sandbox, '123456'],
  ['a code where there is no sandbox', '#code=123456&ending=427', null, undefined],
  ['too few digits', '#code=12345', sandbox, undefined],
  ['something else', '#code=123456x', sandbox, undefined],
  ['the anchor of a page', '#main', sandbox, undefined],
  ['nothing', '', sandbox, undefined],
])('an address with %s', (_, fragment, sandboxUrl, code) => {
  expect(readPreparedCode(fragment, sandboxUrl)?.code).toBe(code)
})
