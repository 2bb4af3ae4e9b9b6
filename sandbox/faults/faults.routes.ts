import { parseMoment } from '../clock/clock.routes.ts'
import { BadRequest, json, parseJsonBody } from '../http.ts'
import type { Incoming, Routes } from '../http.ts'
import { canPerform, spellOut } from './actions.ts'
import type { Actions } from './actions.ts'
import type { Faults, Rule } from './faults.ts'

export function faultRoutes(faults: Faults, actionsOf: Record<string, Actions>): Routes {
  const show = () => {
    const providers = Object.entries(actionsOf).map(([name, actions]) => [name, spellOut(actions)])
    return json(200, { faults: faults.list(), providers: Object.fromEntries(providers) })
  }
  return {
    'GET /_sandbox/api/faults': show,
    'POST /_sandbox/api/faults': (request) => json(201, faults.add(parseRule(request, actionsOf))),
    'DELETE /_sandbox/api/faults': () => {
      faults.clear()
      return show()
    },
    'DELETE /_sandbox/api/faults/:id': (request) =>
      faults.remove(request.params['id'] ?? '') ? show() : json(404, { error: 'no such rule' }),
  }
}

const fields = [
  'provider',
  'method',
  'path',
  'match',
  'times',
  'until',
  'action',
  'after',
  'stripeShouldRetry',
]

function parseRule(request: Incoming, actionsOf: Record<string, Actions>): Omit<Rule, 'id' | 'left'> {
  const input = parseJsonBody(request)
  const unknown = Object.keys(input).find((field) => !fields.includes(field))
  if (unknown !== undefined)
    throw new BadRequest(`unknown field "${unknown}"; a rule has ${fields.join(', ')}`)
  const provider = parseText(input, 'provider') ?? ''
  const actions = Object.hasOwn(actionsOf, provider) ? actionsOf[provider] : undefined
  if (!actions) throw new BadRequest(`"provider" must be one of ${Object.keys(actionsOf).join(', ')}`)
  const { action, stripeShouldRetry = input['stripeShouldRetry'] } = parseAction(input['action'])
  if (!canPerform(actions, action)) {
    throw new BadRequest(`${provider} cannot perform "${action}"; it can ${spellOut(actions).join(', ')}`)
  }
  const times = input['times'] ?? 1
  if (typeof times !== 'number' || !Number.isInteger(times) || times < 1) {
    throw new BadRequest('"times" is a whole number from 1')
  }
  const rule: Omit<Rule, 'id' | 'left'> = { provider, action, times }
  for (const field of ['method', 'path', 'match'] as const) {
    const text = parseText(input, field)
    if (text !== undefined) rule[field] = text
  }
  if (input['until'] !== undefined) rule.until = parseMoment(input['until'], 'until').toISOString()
  if (parseFlag(input['after'], 'after') === true) rule.after = true
  const shouldRetry = parseFlag(stripeShouldRetry, 'stripeShouldRetry')
  if (shouldRetry !== undefined) rule.stripeShouldRetry = shouldRetry
  return rule
}

/** `'status:503'`, or the same as an object: `{ status: 503, stripeShouldRetry: false }`. */
function parseAction(value: unknown): { action: string; stripeShouldRetry?: unknown } {
  if (typeof value === 'string') return { action: value }
  if (typeof value === 'object' && value !== null) {
    const { stripeShouldRetry, ...rest } = value as Record<string, unknown>
    const [entry, ...others] = Object.entries(rest)
    if (entry && others.length === 0) {
      const [name, argument] = entry
      return { action: argument === true ? name : `${name}:${String(argument)}`, stripeShouldRetry }
    }
  }
  throw new BadRequest('"action" is a text such as "status:503", or an object such as {"status": 503}')
}

function parseText(request: Record<string, unknown>, field: string): string | undefined {
  const value = request[field]
  if (value === undefined || value === '') return undefined
  if (typeof value !== 'string') throw new BadRequest(`"${field}" is a text`)
  return value
}

function parseFlag(value: unknown, field: string): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value
  throw new BadRequest(`"${field}" is true or false`)
}
