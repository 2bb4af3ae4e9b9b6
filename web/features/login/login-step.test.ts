import { expect, it } from 'vitest'
import { loginStepIn } from './login-step.ts'

const mobile = { countryCode: '+61', lastDigits: '427' }

it.each([
  ['nothing', null, 'email'],
  ['what another page left', { redirect: '/transactions' }, 'email'],
  ['a code without the number it went to', { step: 'code', email: 'a@b.c' }, 'email'],
  ['a step that there is not', { step: 'password', email: 'a@b.c' }, 'email'],
  ['a code that was sent', { step: 'code', email: 'a@b.c', mobile, isResent: false }, 'code'],
  ['an e-mail without a mobile', { step: 'no-mobile', email: 'a@b.c' }, 'no-mobile'],
])('a history that holds %s leads to the right step', (_, state, step) => {
  expect(loginStepIn(state).step).toBe(step)
})
