import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from './clock/clock.ts'
import type { Actions } from './faults/actions.ts'
import type { Faults, Rule } from './faults/faults.ts'
import type { Answer, Incoming, Reply, RouteKey, Routes } from './http.ts'
import { describeParts, isMultipart } from './multipart.ts'
import { maskBody, maskHeaders } from './requests/mask.ts'
import type { RequestLog } from './requests/requests.ts'

/** An outside company that is reached over HTTP. */
export type Provider = {
  name: string
  /** The faults it supports; its own ones reach its handlers as `fault`. */
  actions: Actions
  routes: Record<RouteKey, (request: Incoming, fault: Rule | undefined) => Reply | Promise<Reply>>
  /** How it answers with a bare HTTP status: each provider has its own format. */
  failure(status: number): Answer
  /** Actions that the provider applies itself, because only it knows when. */
  takesItself?(action: string): boolean
  /** Wraps a request and the fault that applies to it. */
  around?(request: Incoming, next: () => Promise<Reply>): Promise<Reply>
}

export type Surroundings = { faults: Faults; requests: RequestLog; clock: Clock }

/** Puts the fault rules and the request log around a provider's routes. */
export function serveProvider(provider: Provider, { faults, requests, clock }: Surroundings): Routes {
  const wrapped = Object.entries(provider.routes).map(([key, handle]) => {
    const handler = async (request: Incoming) => {
      const at = clock.now()
      const started = performance.now()
      const { method, path } = request
      let fault: Rule | undefined
      const carryOut = async () => {
        if (!faults.isEmpty()) {
          const occasion = { provider: provider.name, method, path, sent: readable(withoutFiles(request)) }
          fault = faults.take(occasion, ({ action }) => !provider.takesItself?.(action))
        }
        return strike(provider, fault, async () => handle(request, fault))
      }
      const reply = await (provider.around ? provider.around(request, carryOut) : carryOut())
      const took = Math.round(performance.now() - started)
      requests.record(described({ provider, at, took, fault, reply, request: withoutFiles(request) }))
      return reply
    }
    return [key, handler] as const
  })
  return Object.fromEntries(wrapped)
}

type Answered = {
  provider: Provider
  at: Date
  took: number
  fault: Rule | undefined
  reply: Reply
  request: Incoming
}

function described({ provider, at, took, fault, reply, request }: Answered) {
  return () => {
    const answer = typeof reply === 'object' && 'status' in reply ? reply : undefined
    return {
      at: at.toISOString(),
      provider: provider.name,
      method: request.method,
      path: request.path,
      headers: maskHeaders(request.headers),
      body: readable({ ...request, body: maskBody(request.body) }),
      status: answer?.status ?? null,
      reply: maskBody(answer?.body.toString() ?? ''),
      ms: took,
      ...(fault && { fault: fault.action }),
    }
  }
}

/** Nobody reads a file's bytes, and the log must not keep them in memory until a request is displayed. */
function withoutFiles(request: Incoming): Incoming {
  return isMultipart(request) ? { ...request, body: describeParts(request) } : request
}

async function strike(provider: Provider, fault: Rule | undefined, carryOut: () => Promise<Reply>) {
  if (!fault) return carryOut()
  const [name, argument] = fault.action.split(':')
  if (name === 'delayMs') {
    const reply = fault.after ? await carryOut() : undefined
    await pause(Number(argument), undefined, { ref: false })
    return reply ?? carryOut()
  }
  if (name === 'malformed') return cutShort(await carryOut())
  if (name !== 'hang' && name !== 'drop' && name !== 'status') return carryOut()
  if (fault.after) await carryOut()
  return name === 'status' ? withRetryHeader(provider.failure(Number(argument)), fault) : name
}

/** The request was executed, but its JSON answer is cut off. */
function cutShort(reply: Reply): Reply {
  if (typeof reply !== 'object' || !('status' in reply)) return reply
  return { ...reply, body: reply.body.subarray(0, Math.floor(reply.body.length / 2)) }
}

function withRetryHeader(answer: Answer, fault: Rule): Answer {
  if (fault.stripeShouldRetry === undefined) return answer
  return { ...answer, headers: { ...answer.headers, 'stripe-should-retry': String(fault.stripeShouldRetry) } }
}

/** A form as decoded `name=value` lines; anything else unchanged. */
export function readable({ headers, body }: Incoming): string {
  if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return body
  return [...new URLSearchParams(body)].map(([name, value]) => `${name}=${value}`).join('\n')
}
