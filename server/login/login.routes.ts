import type { login } from '#contract/login.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../deps.ts'
import type { Call, Handlers } from '../http/http.ts'
import { countTry } from '../rate-limit/rate-limit.ts'
import { requestLink, loginWithCode, loginWithLink, logOut, sendCode, type LoggedIn } from './login.ts'

export function loginRoutes(deps: Deps): Handlers<typeof login> {
  return {
    'POST /api/auth/customer/send-otp': async (call) => {
      const { region, ...reply } = await sendCode(deps, call.body.email, call.address)
      if (region) call.setRegion(region)
      return reply
    },
    'POST /api/auth/customer/otp-login': async (call) =>
      welcome(call, await loginWithCode(deps, call.body.email, call.body.otp, call.address)),
    'POST /api/auth/customer/email-login': async (call) => {
      await requestLink(deps, call.body.email, call.body.redirect, call.address)
      return {}
    },
    'POST /api/auth/customer/token-login': async (call) =>
      welcome(call, await loginWithLink(deps, call.body.token, call.address)),
    'POST /api/auth/customer/logout': async (call) => {
      await logOut(deps, call.caller)
      return {}
    },
    'POST /api/auth/customer/test-error': async (call) => {
      await countTry(deps.db, [['test-error-address', call.address]], deps.clock(), deps.config.rateLimits)
      throw new Refusal('server_error')
    },
  }
}

/** The customer's own region comes back with the token, so that the browser can follow it. */
function welcome(call: Pick<Call, 'setRegion'>, { token, region }: LoggedIn): { token: string } {
  call.setRegion(region)
  return { token }
}
