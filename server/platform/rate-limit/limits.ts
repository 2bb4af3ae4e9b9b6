import { codeGapMs, codeLifeMs, codeTries } from '#domain/login.ts'
import type { RefusalCode } from '#domain/refusal.ts'
import { jsonOf } from '../settings/setting-rules.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

type Rule = {
  hits: number
  windowMs: number
  per: 'person' | 'address'
  /** Used up, it blocks for a whole window from then on, not only for the rest of this one. */
  isBlock?: true
  /** What is answered once it is used up, where "wait a moment" is not the best advice. */
  refusal?: RefusalCode
}

/**
 * How often what may be tried. The number of tries is a setting. The window is not, because texts and other figures
 * depend on it: how long a code lives, what a mail says.
 */
export const limits = {
  // One-time codes, of one person at one place: see code-limits.ts.
  'send-code-address': { hits: 20, windowMs: hour, per: 'address' },
  'send-code-gap': { hits: 1, windowMs: codeGapMs, per: 'person', refusal: 'code_just_sent' },
  'send-code-hour': { hits: 5, windowMs: hour, per: 'person', refusal: 'no_more_codes' },
  'send-code-day': { hits: 10, windowMs: day, per: 'person', refusal: 'no_more_codes' },
  'code-login-address': { hits: 30, windowMs: hour, per: 'address' },
  'wrong-code-day': { hits: 20, windowMs: day, per: 'person' },
  'code-tries': { hits: codeTries, windowMs: codeLifeMs, per: 'person' },
  // The same for all places together from which the person has not logged in before. The two figures of a day add up to
  // the guesses that strangers have: 20, or one chance in 50,000.
  'send-code-strangers-gap': { hits: 1, windowMs: codeGapMs, per: 'person', refusal: 'code_just_sent' },
  'send-code-strangers-hour': { hits: 8, windowMs: hour, per: 'person', refusal: 'no_more_codes' },
  'send-code-strangers-day': { hits: 15, windowMs: day, per: 'person', refusal: 'no_more_codes' },
  'wrong-code-strangers-day': { hits: 5, windowMs: day, per: 'person' },
  'mail-link': { hits: 3, windowMs: 15 * minute, per: 'person' },
  'mail-link-address': { hits: 20, windowMs: hour, per: 'address' },
  'link-login-address': { hits: 10, windowMs: minute, per: 'address' },
  'session-reads': { hits: 300, windowMs: minute, per: 'person' },
  'session-writes': { hits: 60, windowMs: minute, per: 'person' },
  'customer-payments': { hits: 10, windowMs: 10 * minute, per: 'person' },
  'customer-declines': { hits: 30, windowMs: day, per: 'person' },
  'customer-sessions': { hits: 20, windowMs: 10 * minute, per: 'person' },
  'guest-payments': { hits: 5, windowMs: 10 * minute, per: 'person' },
  // Many declined cards on one link mean that somebody tries out stolen numbers.
  'guest-declines': { hits: 10, windowMs: day, per: 'person' },
  'guest-sessions': { hits: 10, windowMs: 10 * minute, per: 'person' },
  'guest-details-address': { hits: 30, windowMs: minute, per: 'address' },
  'unknown-request-address': { hits: 10, windowMs: hour, per: 'address', isBlock: true },
  withdrawals: { hits: 10, windowMs: hour, per: 'person' },
  'withdrawal-code-gap': { hits: 1, windowMs: codeGapMs, per: 'person', refusal: 'code_just_sent' },
  'withdrawal-code-hour': { hits: 5, windowMs: hour, per: 'person' },
  'wrong-withdrawal-code-day': { hits: 20, windowMs: day, per: 'person' },
  'add-source': { hits: 30, windowMs: hour, per: 'person' },
  // Cards that the provider did not accept in our form: many of them mean that somebody tries out stolen numbers.
  'failed-cards-address': { hits: 20, windowMs: day, per: 'address', refusal: 'too_many_cards' },
  'failed-cards': { hits: 10, windowMs: day, per: 'person', refusal: 'too_many_cards' },
  'failed-cards-everywhere': { hits: 30, windowMs: day, per: 'person', refusal: 'too_many_cards' },
  'card-form': { hits: 10, windowMs: 10 * minute, per: 'person' },
  // A slow typist sends a request with every key.
  'address-search': { hits: 60, windowMs: minute, per: 'person' },
  uploads: { hits: 10, windowMs: hour, per: 'person' },
  'calendar-feed': { hits: 120, windowMs: hour, per: 'person' },
  // Loose: the large calendars fetch for all their users from a few addresses.
  'calendar-feed-address': { hits: 600, windowMs: minute, per: 'address' },
  'stop-link-address': { hits: 30, windowMs: minute, per: 'address' },
  'test-error-address': { hits: 30, windowMs: minute, per: 'address' },
  'chat-message': { hits: 20, windowMs: minute, per: 'person' },
  'chat-begin': { hits: 5, windowMs: hour, per: 'person' },
  'chat-begin-address': { hits: 5, windowMs: hour, per: 'address' },
  'chat-message-address': { hits: 60, windowMs: minute, per: 'address' },
  'chat-read-address': { hits: 300, windowMs: minute, per: 'address' },
  'client-error-address': { hits: 20, windowMs: minute, per: 'address' },
  // For everyone together: a bug in a release hits all browsers at once, and must not fill the table.
  'client-errors': { hits: 2000, windowMs: hour, per: 'person' },
} as const satisfies Record<string, Rule>

export type LimitName = keyof typeof limits
export type Limit = readonly [name: LimitName, subject: string]

/** The limits of this installation, by name. */
export type RateLimits = Readonly<Record<LimitName, number>>

const names = Object.keys(limits) as LimitName[]

export const ruleOf = (name: LimitName): Rule => limits[name]

/** Reads `{"name":hits}`; the others keep their default. The scale applies only to limits per address. */
export function readRateLimits(text = '', addressScale = '1'): RateLimits {
  const scale = Number(addressScale)
  if (!(scale > 0 && scale < Infinity)) throw new Error(`must be a number above zero, not "${addressScale}"`)
  const wanted = text === '' ? {} : readFigures(text)
  const figures = names.map((name) => {
    const { hits, per } = limits[name]
    const own = wanted[name] ?? hits
    return [name, per === 'address' ? Math.ceil(own * scale) : own] as const
  })
  return Object.fromEntries(figures) as RateLimits
}

const most = 999_999_999

function readFigures(text: string): Partial<RateLimits> {
  const figures = jsonOf(text)
  if (typeof figures !== 'object' || figures === null) throw new Error(`must be JSON, not "${text}"`)
  for (const [name, hits] of Object.entries(figures)) {
    if (!names.some((known) => known === name))
      throw new Error(`knows no "${name}", only ${names.join(', ')}`)
    if (!Number.isInteger(hits) || hits < 1 || hits > most)
      throw new Error(`must give ${name} a whole number above zero, not "${hits}"`)
  }
  return figures
}
