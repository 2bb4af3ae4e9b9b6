import type { Changes } from '../changes.ts'
import type { Clock } from '../clock/clock.ts'
import type { Ids } from '../ids.ts'
import type { Kept } from '../snapshot.ts'

export type Rule = {
  id: string
  provider: string
  method?: string
  /** A path; `*` matches anything. */
  path?: string
  /** A text that must occur in the request. */
  match?: string
  times: number
  left: number
  /** It ends then by the sandbox's clock, even if some times are left. */
  until?: string
  action: string
  /** The provider executes the request, and only then the fault applies: the answer is lost. */
  after?: true
  stripeShouldRetry?: boolean
}

export type Occasion = { provider: string; method: string; path: string; sent: string }

export type Faults = Kept & {
  add(rule: Omit<Rule, 'id' | 'left'>): Rule
  /** The first matching rule, counted down by one. */
  take(occasion: Occasion, isMeant?: (rule: Rule) => boolean): Rule | undefined
  /** Usually there are no rules, and then the request need not be described. */
  isEmpty(): boolean
  list(): Rule[]
  /** Those that still take effect. */
  active(): Rule[]
  remove(id: string): boolean
  clear(): void
}

export function createFaults(ids: Ids, changes: Changes, clock: Pick<Clock, 'now'>): Faults {
  let rules: Rule[] = []
  const replace = (next: Rule[]) => {
    rules = next
    changes.notify('faults')
  }
  const isActive = ({ left, until }: Rule) =>
    left > 0 && (until === undefined || clock.now().getTime() < Date.parse(until))
  return {
    add(request) {
      const rule = { ...request, id: ids.next('flt_', 16), left: request.times }
      replace([...rules, rule])
      return rule
    },
    take(occasion, isMeant = () => true) {
      const found = rules.find((rule) => isActive(rule) && isMeant(rule) && fits(rule, occasion))
      if (found) replace(rules.map((rule) => (rule === found ? { ...rule, left: rule.left - 1 } : rule)))
      return found
    },
    isEmpty: () => rules.length === 0,
    list: () => rules,
    active: () => rules.filter(isActive),
    remove(id) {
      const had = rules.some((rule) => rule.id === id)
      replace(rules.filter((rule) => rule.id !== id))
      return had
    },
    clear: () => replace([]),
    save: () => rules,
    load(saved) {
      rules = saved as Rule[]
    },
  }
}

function fits(rule: Rule, { provider, method, path, sent }: Occasion): boolean {
  return (
    rule.provider === provider &&
    (rule.method === undefined || rule.method.toUpperCase() === method) &&
    (rule.path === undefined || pathPattern(rule.path).test(path)) &&
    (rule.match === undefined || sent.includes(rule.match))
  )
}

function pathPattern(path: string): RegExp {
  const literal = path.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${literal.join('.*')}$`)
}
