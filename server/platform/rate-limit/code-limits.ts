import { Refusal, type RefusalCode } from '#domain/refusal.ts'
import type { Deps, ReadDeps } from '../deps.ts'
import { addressRange } from './address-range.ts'
import { ruleOf, type Limit, type LimitName } from './limits.ts'
import { countTry, forgetTries, keyOf, takeBackTry } from './rate-limit.ts'
import { addHits, findHits, openWindows } from './rate-limit.store.ts'

/**
 * Who asks for a one-time code or enters one. `person` is the one that the code is sent to, whether or not they exist, so
 * that a stranger cannot tell. A device is known if the person has logged in with it before.
 */
export type CodeUser = {
  person: string
  address: string
  device?: string | undefined
  /** By which way the code is sent, if there are several: after one nobody has to wait to try the other. */
  channel?: string
}

/** Where a person is: codes belong to the place that asked for them. */
export const placeOf = ({ device, address }: Pick<CodeUser, 'address' | 'device'>): string =>
  device === undefined ? addressRange(address) : `device ${device}`

/**
 * Limits how often a code is sent: by address, by person and place, and by person over all places that nobody has logged
 * in from. A known device is outside the last one, so strangers cannot use up its codes.
 */
export async function countCodeRequest({ db, clock, config }: ReadDeps, user: CodeUser): Promise<void> {
  const now = clock()
  const tries: Limit[] = [['send-code-address', user.address], ...sendLimits(user)]
  if (isStranger(user)) tries.push(...strangersSend(user))
  await countTry(db, tries, now, config.rateLimits)
  const opened: Limit[] = [anyCode(user), ownCode(user)]
  await openWindows(
    db,
    opened.map((limit) => ({ key: keyOf(limit), windowMs: ruleOf(limit[0]).windowMs })),
    now,
  )
}

/**
 * Limits how many codes are tried: counted before the code is checked and taken back if it is right.
 *
 * Strangers together have a few wrong codes a day for one person, and only while a code is open. After that, a code is
 * still checked once, for the place that asked for it. So nobody can lock the person out by guessing, and all guesses of a
 * day are no more than those few plus the codes that were sent.
 *
 * Returns why the code is refused if it turns out to be wrong. That depends on what was asked for, not on what was sent,
 * so it is the same for people who do not exist.
 */
export async function countCodeTry({ db, clock, config }: ReadDeps, user: CodeUser): Promise<RefusalCode> {
  const now = clock()
  const { rateLimits } = config
  await countTry(db, [['code-login-address', user.address], wrongCodes(user)], now, rateLimits)
  const [any, own] = [anyCode(user), ownCode(user)]
  const open = await findHits(db, [keyOf(any), keyOf(own)])
  const stateOf = (limit: Limit) => {
    const seen = open.get(keyOf(limit))
    if (!seen) return undefined
    return seen.windowStartsAt.getTime() + ruleOf(limit[0]).windowMs > now.getTime() ? 'open' : 'expired'
  }
  const isOpen = (limit: Limit) => stateOf(limit) === 'open'
  const whyWrong = (stateOf(own) ?? stateOf(any)) === 'expired' ? 'code_expired' : 'invalid_code'
  // Without an open code there is nothing to guess.
  if (!isOpen(any)) return whyWrong
  const counted: Limit[] = [
    ...(isOpen(own) ? [own] : []),
    ...(isStranger(user) ? [strangersWrong(user)] : []),
  ]
  const hits = await addHits(
    db,
    counted.map((limit) => ({ key: keyOf(limit), windowMs: ruleOf(limit[0]).windowMs, hits: 1 })),
    now,
  )
  const triesAtOwn = hits.get(keyOf(own))?.hits
  const triesOfStrangers = hits.get(keyOf(strangersWrong(user)))?.hits ?? 0
  const isUsedUp = triesAtOwn !== undefined && triesAtOwn > rateLimits['code-tries']
  const isOneTooMany = triesOfStrangers > rateLimits['wrong-code-strangers-day'] && triesAtOwn !== 1
  if (isUsedUp || isOneTooMany) throw new Refusal('code_used_up')
  return triesAtOwn === rateLimits['code-tries'] ? 'code_used_up' : whyWrong
}

/** After the right code: this place starts afresh. For all places together, only this code is taken back. */
export async function forgetCodeTries({ db }: Pick<Deps, 'db'>, user: CodeUser): Promise<void> {
  const ofStrangers = [strangersWrong(user), ...strangersSend(user)]
  await takeBackTry(db, [['code-login-address', user.address], ...(isStranger(user) ? ofStrangers : [])])
  await forgetTries(db, [...sendLimits(user), wrongCodes(user), anyCode(user), ownCode(user)])
}

/** The code was right, but something else is missing: the try that counted was no guess. */
export async function takeBackCodeTry({ db }: Pick<Deps, 'db'>, user: CodeUser): Promise<void> {
  const tries: Limit[] = [['code-login-address', user.address], wrongCodes(user), ownCode(user)]
  await takeBackTry(db, isStranger(user) ? [...tries, strangersWrong(user)] : tries)
}

const isStranger = ({ device }: CodeUser) => device === undefined
const atPlace = (user: CodeUser) => `${user.person} ${placeOf(user)}`

const named = (
  [gap, ...names]: readonly [LimitName, ...LimitName[]],
  subject: string,
  { channel }: CodeUser,
): Limit[] => [
  [gap, channel === undefined ? subject : `${subject} ${channel}`],
  ...names.map((name): Limit => [name, subject]),
]

const sendLimits = (user: CodeUser) =>
  named(['send-code-gap', 'send-code-hour', 'send-code-day'], atPlace(user), user)
const strangersSend = (user: CodeUser) =>
  named(['send-code-strangers-gap', 'send-code-strangers-hour', 'send-code-strangers-day'], user.person, user)
const wrongCodes = (user: CodeUser): Limit => ['wrong-code-day', atPlace(user)]
const strangersWrong = (user: CodeUser): Limit => ['wrong-code-strangers-day', user.person]
/** Open for as long as a code is. The place of the person counts the tries at its own code. */
const anyCode = ({ person }: CodeUser): Limit => ['code-tries', person]
const ownCode = (user: CodeUser): Limit => ['code-tries', atPlace(user)]
