import type { Changes } from '../changes.ts'
import { httpActions } from '../faults/actions.ts'
import type { Faults, Rule } from '../faults/faults.ts'
import type { Answer, Incoming, Reply } from '../http.ts'
import { createIds } from '../ids.ts'
import { readable } from '../provider.ts'
import type { Provider } from '../provider.ts'
import { answer, failure, openToAll, refusalBody } from './answers.ts'
import type { About } from './answers.ts'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import type { Cause } from './events.ts'
import { expand } from './expand.ts'
import { Refused } from './failures.ts'
import { formOf } from './form.ts'
import { keyInUse } from './idempotency.ts'
import { createKeyring, secretKeyRequired } from './keys.ts'
import type { Merchant } from './merchant.ts'
import { once } from './once.ts'
import { paymentFaults } from './turn.ts'
import type { PaymentFault, Turn } from './turn.ts'

type Parts = {
  merchants: Merchant[]
  faults: Faults
  changes: Changes
  /** Starts a unit of work, after running everything that is due. */
  begin: (merchant: Merchant, cause: Cause, takeFault: Turn['takeFault']) => Turn
}

/** Stripe's API over HTTP. */
export function createApi({ merchants, faults, changes, begin }: Parts): Provider {
  const identify = createKeyring(merchants)
  const inProgress = new Set<string>()
  // Reading must not change the ids of later objects, so requests have their own counter.
  const requestIds = createIds('requests')
  const nextRequestId = () => requestIds.next('req_', 14)

  const faultFor = (request: Incoming) => (name: PaymentFault) => {
    if (faults.isEmpty()) return undefined
    const { method, path } = request
    const occasion = { provider: 'stripe', method, path, sent: readable(request) }
    const rule = faults.take(occasion, ({ action }) => nameOf(action) === name)
    return rule?.action.slice(name.length + 1)
  }

  const carryOut = (endpoint: Endpoint, request: Incoming, fault: Rule | undefined, about: About): Answer => {
    const { method, headers, params: path } = request
    const { expand: paths, key: formKey, ...form } = formOf(request)
    const { merchant, isBrowser } = identify(request, formKey)
    if (isBrowser && !endpoint.isPublic) throw secretKeyRequired()
    const key = keyOf(request)
    const cause = { id: about.requestId, idempotency_key: key ?? null }
    const turn = begin(merchant, cause, faultFor(request))
    const call = { path, isBrowser, address: '127.0.0.1', userAgent: headers['user-agent'] ?? 'unknown' }
    const execute = () => {
      const value = endpoint.prepare(form)(turn, call)
      return { status: 200, body: JSON.stringify(expand(merchant, value, paths)) }
    }
    if (method !== 'POST') return answer(200, execute().body, about)
    const storesFailure = fault?.action === 'store500'
    const attempt = { key, isBrowser, request, now: turn.now, storesFailure, requestId: about.requestId }
    const { status, body, isReplayed } = once(merchant.idempotency, attempt, execute)
    return answer(status, body, { ...about, key, isReplayed })
  }

  const handle = (endpoint: Endpoint, request: Incoming, fault: Rule | undefined): Answer => {
    const about: About = { requestId: nextRequestId(), version: textIn(request.headers['stripe-version']) }
    try {
      return carryOut(endpoint, request, fault, about)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return answer(error.status, refusalBody(error, about.requestId), about)
    } finally {
      if (request.method !== 'GET') changes.notify('stripe')
    }
  }

  const unknown = ({ method, path }: Incoming): Reply => {
    const message = `Unrecognized request URL (${method}: ${path}). Please see https://docs.stripe.com or we can help at https://support.stripe.com/.`
    const requestId = nextRequestId()
    const refused = new Refused(404, { type: 'invalid_request_error', message }, false)
    return answer(404, refusalBody(refused, requestId), { requestId })
  }

  const routes = Object.entries(endpoints).map(([key, endpoint]) => [
    key,
    (request: Incoming, fault?: Rule) => handle(endpoint, request, fault),
  ])
  return {
    name: 'stripe',
    actions: { ...httpActions, store500: null, ...paymentFaults },
    takesItself: (action) => Object.hasOwn(paymentFaults, nameOf(action)),
    failure,
    async around(request, next) {
      const key = keyOf(request)
      if (key === undefined) return next()
      const lock = `${request.headers.authorization} ${key}`
      if (inProgress.has(lock)) {
        const requestId = nextRequestId()
        return answer(409, refusalBody(keyInUse(), requestId), { requestId, key })
      }
      inProgress.add(lock)
      try {
        return await next()
      } finally {
        inProgress.delete(lock)
      }
    },
    routes: {
      ...(Object.fromEntries(routes) as Provider['routes']),
      'OPTIONS /v1/*': () => ({ status: 204, headers: openToAll, body: Buffer.alloc(0) }),
      'GET /v1/*': unknown,
      'POST /v1/*': unknown,
      'DELETE /v1/*': unknown,
    },
  }
}

const nameOf = (action: string) => action.split(':')[0] ?? ''

const keyOf = ({ method, headers }: Incoming) =>
  method === 'POST' ? textIn(headers['idempotency-key']) : undefined

const textIn = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header)
