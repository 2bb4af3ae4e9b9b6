import type { login } from '#contract/login.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Call, Handlers, Signals } from '../../platform/http/http.ts'
import { countTry } from '../../platform/rate-limit/rate-limit.ts'
import { readRefusedCalls } from '../impersonation/impersonation.ts'
import { deviceCookie, knownDevice } from './known-device.ts'
import {
  requestLink,
  loginWithCode,
  loginWithLink,
  logOut,
  sendCode,
  type LoggedIn,
  type LogInVisitor,
} from './login.ts'

export function loginRoutes(deps: Deps): Handlers<typeof login> {
  const { config, clock } = deps
  const visitorOf = (call: Call, email: string): LogInVisitor => ({
    email,
    address: call.address,
    device: knownDevice(config, { email, call, now: clock() }),
  })
  /** Returns the customer's own region with the token, so that the browser can switch to it. */
  const welcome = (
    call: Call & Pick<Signals, 'setCookie'>,
    { token, email, region, isImpersonation }: LoggedIn,
  ): { token: string } => {
    call.setRegion(region)
    // A staff member's browser is not a device of the customer.
    if (!isImpersonation) call.setCookie(deviceCookie(config, { email, call, now: clock() }))
    return { token }
  }
  return {
    'POST /api/auth/customer/send-otp': (call) => sendCode(deps, visitorOf(call, call.body.email)),
    'POST /api/auth/customer/otp-login': async (call) =>
      welcome(call, await loginWithCode(deps, visitorOf(call, call.body.email), call.body.otp)),
    'POST /api/auth/customer/email-login': (call) =>
      requestLink(deps, visitorOf(call, call.body.email), call.body.redirect),
    'POST /api/auth/customer/token-login': async (call) =>
      welcome(call, await loginWithLink(deps, call.body.token, call.address)),
    'POST /api/auth/customer/logout': (call) => logOut(deps, call.caller),
    'GET /api/portal/customer/impersonation': async ({ caller }) => ({
      refusedCalls: await readRefusedCalls(deps, caller),
    }),
    'POST /api/auth/customer/test-error': async (call) => {
      await countTry(deps.db, [['test-error-address', call.address]], deps.clock(), deps.config.rateLimits)
      throw new Refusal('server_error')
    },
  }
}
