import { impossible, invalid } from './failures.ts'
import type { Merchant } from './merchant.ts'
import { isHash } from './parameters.ts'
import type { Form } from './parameters.ts'

/** Replaces ids with their objects, as `expand` requests; the stored objects are not changed. */
export function expand(merchant: Merchant, value: unknown, paths: unknown): unknown {
  if (paths === undefined) return value
  if (!Array.isArray(paths)) throw invalid('Invalid array', { param: 'expand' })
  return paths.reduce<unknown>((shown, path, index) => {
    if (typeof path !== 'string') throw invalid('Invalid string', { param: `expand[${index}]` })
    const names = path.split('.')
    if (names.length > 4) {
      throw invalid(`You cannot expand more than 4 levels of a property (${path}).`, { param: 'expand' })
    }
    return along(merchant, shown, names, path)
  }, value)
}

function along(merchant: Merchant, value: unknown, names: string[], path: string): unknown {
  const [name, ...rest] = names
  if (name === undefined) return value
  if (Array.isArray(value)) return value.map((entry) => along(merchant, entry, names, path))
  if (!isHash(value)) return value
  const own = value[name]
  const present = own === undefined ? included(merchant, value, name) : own
  if (present === undefined) throw notExpandable(path)
  if (present === null) return value
  const thing = typeof present === 'string' ? lookUp(merchant, present) : present
  if (thing === undefined) throw notExpandable(path)
  return { ...value, [name]: along(merchant, thing, rest, path) }
}

const tableOf: Record<string, keyof Merchant> = {
  ch: 'charges',
  cs: 'sessions',
  cus: 'customers',
  du: 'disputes',
  file: 'files',
  mandate: 'mandates',
  pi: 'paymentIntents',
  pm: 'paymentMethods',
  py: 'charges',
  pyr: 'refunds',
  re: 'refunds',
  seti: 'setupIntents',
}

function lookUp(merchant: Merchant, id: string): unknown {
  const prefix = id.slice(0, id.indexOf('_'))
  const table = Object.hasOwn(tableOf, prefix) ? tableOf[prefix] : undefined
  return table && (merchant[table] as { find(id: string): unknown }).find(id)
}

/** Fields that Stripe leaves out unless they are expanded. */
function included(merchant: Merchant, value: Form, name: string): unknown {
  const id = String(value['id'])
  if (value['object'] === 'checkout.session' && name === 'line_items') {
    const data = merchant.lineItems.get(id) ?? []
    return { object: 'list', data, has_more: false, url: `/v1/checkout/sessions/${id}/line_items` }
  }
  if (value['object'] === 'charge' && name === 'refunds') {
    const data = [...merchant.refunds.newest({ charge: id })]
    return { object: 'list', data, has_more: false, url: `/v1/charges/${id}/refunds` }
  }
  return undefined
}

/** The work is done, so an idempotency key must keep this answer: a retry would do it twice. */
const notExpandable = (path: string) =>
  impossible(undefined, `This property cannot be expanded (${path}).`, { param: 'expand' })
