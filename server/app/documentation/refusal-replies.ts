import { isRole, type Endpoint, type EndpointKey } from '#contract/endpoint.ts'
import type { RefusalCode } from '#domain/refusal.ts'
import { refusalMessage } from '../../platform/http/errors.ts'
import { refusals } from '../../platform/http/refusals.ts'
import { Refusal } from '#domain/refusal.ts'
import { impersonatedCalls } from '../../people/impersonation/impersonated-calls.ts'
import type { Json } from './json-schemas.ts'
import { headers, type HeaderName } from './components.ts'

/** Every code that a call can be refused with: those implied by its access, and those it declares. */
export function refusalCodesOf(key: EndpointKey, endpoint: Endpoint): RefusalCode[] {
  const { access } = endpoint
  const isWrite = !key.startsWith('GET ')
  const hasSession = access === 'customer' || access === 'account'
  const isForStaff = isRole(access)
  const codes: RefusalCode[] = [
    'invalid_request',
    ...(isWrite ? (['payload_too_large', 'unsupported_media_type', 'forbidden'] as const) : []),
    ...(hasSession || isForStaff ? (['unauthenticated'] as const) : []),
    ...(access === 'account' || isForStaff ? (['forbidden'] as const) : []),
    ...(isForStaff && !endpoint.isOpenBeforeTwoFactor ? (['two_factor_required'] as const) : []),
    ...impersonationRefusals(key),
    ...(hasIdInPath(endpoint) ? (['not_found'] as const) : []),
    ...(hasSession && !key.endsWith('/logout') ? (['rate_limited'] as const) : []),
    ...(endpoint.refusals ?? []),
    'server_error',
    'unavailable',
  ]
  return [...new Set(codes)]
}

/** The caller's own account does not count: a wrong one is forbidden rather than not found. */
function hasIdInPath({ access, params }: Endpoint): boolean {
  return Object.keys(params?.shape ?? {}).some((name) => access !== 'account' || name !== 'accountId')
}

/** Refusals for staff who act in a customer's session. */
function impersonationRefusals(key: EndpointKey): RefusalCode[] {
  const rule = key in impersonatedCalls ? impersonatedCalls[key as keyof typeof impersonatedCalls] : 'Open'
  if (rule === 'Open') return []
  if ('onlyFamily' in rule) return ['not_by_staff']
  return 'whereStaffMayPay' in rule ? ['not_by_staff', 'not_by_role'] : ['not_by_role']
}

/** Refusal replies by status. The same set of codes is described once. */
export class RefusalReplies {
  private readonly commonHeaders: HeaderName[]
  readonly responses: Record<string, Json> = {}
  readonly examples: Record<string, Json> = {}

  /** `sentWith` lists the headers that refusals have as well. */
  constructor(...commonHeaders: HeaderName[]) {
    this.commonHeaders = commonHeaders
  }

  byStatus(codes: readonly RefusalCode[]): Record<string, Json> {
    const groups = Map.groupBy(codes, (code) => refusals[code].status)
    return Object.fromEntries([...groups].map(([status, same]) => [status, this.reply(status, same)]))
  }

  private reply(status: number, codes: readonly RefusalCode[]): Json {
    const described = this.describe(status, codes.toSorted())
    if (codes.length > 2) return described
    const name = codes.toSorted().map(componentName).join('Or')
    this.responses[name] = described
    return { $ref: `#/components/responses/${name}` }
  }

  private describe(status: number, codes: readonly RefusalCode[]): Json {
    const mayWait = [409, 429, 503].includes(status)
    return {
      description: codes.map((code) => `\`${code}\`: ${refusals[code].msg}`).join('\n\n'),
      headers: headers(...this.commonHeaders, ...(mayWait ? (['RetryAfter'] as const) : [])),
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/Refusal', properties: { code: { enum: codes } } },
          examples: Object.fromEntries(codes.map((code) => [code, this.example(code)])),
        },
      },
    }
  }

  private example(code: RefusalCode): Json {
    this.examples[code] ??= { summary: code, value: exampleOf(code) }
    return { $ref: `#/components/examples/${code}` }
  }
}

const componentName = (code: string) =>
  code.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Values for the placeholders of a message in an example. */
const values = {
  total: '$101.35',
  action: 'pay',
  why: 'This plan ends too soon.',
  name: 'Amelia Hart',
  phone: '1300 000 000',
  until: '12 March 2027',
}

function exampleOf(code: RefusalCode): Json {
  const msg = refusalMessage(new Refusal(code, { values, environment: 'beta' }))
  return {
    code,
    msg,
    ...(code === 'invalid_request' && { fields: { email: 'Please enter your e-mail address' } }),
  }
}
