import type { RouteKey } from '../http.ts'
import { object } from './parameters.ts'
import type { Fields, Form, Parameters } from './parameters.ts'
import type { Call, Turn } from './turn.ts'

export type Endpoint = {
  /** Whether Stripe.js may call it with a publishable key. */
  isPublic: boolean
  /** Checks the parameters, and returns the work to do. */
  prepare(form: Form): (turn: Turn, call: Call) => unknown
}

export type Endpoints = Record<RouteKey, Endpoint>

export function endpoint<F extends Fields>(
  fields: F,
  run: (turn: Turn, params: Parameters<F>, call: Call) => unknown,
  isPublic = false,
): Endpoint {
  const read = object(fields)
  return {
    isPublic,
    prepare(form) {
      const parameters = read(form, '')
      return (turn, call) => run(turn, parameters, call)
    },
  }
}

export function publicEndpoint<F extends Fields>(
  fields: F,
  run: (turn: Turn, params: Parameters<F>, call: Call) => unknown,
): Endpoint {
  return endpoint(fields, run, true)
}
