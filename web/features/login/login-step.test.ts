import { expect, it } from 'vitest'
import { loginStepIn } from './login-step.ts'

const mobile = { countryCode: '+61', lastDigits: '427' }

it.each([
  ['nothing', null, 'email'],
  ['the state of another page', { redirect: '/transactions' }, 'email'],
  ['a code without the number it went to', { step: 'code', email: 'a@b.c' }, 'email'],
  ['an unknown step', { step: 'password', email: 'a@b.c' }, 'email'],
  ['a code of an older version of the page', { step: 'code', email: 'a@b.c', mobile }, 'email'],
  ['a code that was sent', { step: 'code', email: 'a@b.c', mobile, sentAt: 1, note: null }, 'code'],
  ['an e-mail without a mobile', { step: 'no-mobile', email: 'a@b.c' }, 'no-mobile'],
])('a history that holds %s leads to the right step', (_, state, step) => {
  expect(loginStepIn(state).step).toBe(step)
})
