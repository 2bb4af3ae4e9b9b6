import { afterAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#tools/testing/database.ts'
import { openDatabase } from '../database/open.ts'
import { sql } from '../database/sql.ts'
import { purge } from '../../people/retention/purge.ts'
import { limits, readRateLimits, ruleOf, type Limit, type LimitName } from './limits.ts'
import { countTry, forgetTries, refuseUsedUp } from './rate-limit.ts'

const db = openDatabase(await testDatabase())
afterAll(() => db.close())

const usual = readRateLimits()
const start = new Date('2026-11-15T00:00:00Z')
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000)
const gap = (person: string): Limit[] => [['send-code-gap', person]]

describe('Every limit', () => {
  it.each(Object.entries(limits))('%s is exact, and opens when its window is over', async (name, limit) => {
    const tries: Limit[] = [[name as LimitName, 'someone']]
    await countTry(db, tries, at(0), usual)
    // All but the last allowed try, without making each of them.
    await db.run(sql`update rate_limit set hits = ${limit.hits - 1} where key = ${`${name}:someone`}`)
    await countTry(db, tries, at(0), usual)
    const last = new Date(start.getTime() + limit.windowMs - 1)
    await expect(countTry(db, tries, last, usual)).rejects.toMatchObject({
      code: ruleOf(name as LimitName).refusal ?? 'rate_limited',
      retryAfterSeconds: 1,
    })
    await countTry(db, tries, new Date(start.getTime() + limit.windowMs), usual)
  })
})

describe('A limit', () => {
  it('refuses the try after the last allowed one and says when to come back', async () => {
    await countTry(db, gap('a'), at(0), usual)
    await expect(countTry(db, gap('a'), at(10), usual)).rejects.toMatchObject({
      code: 'code_just_sent',
      retryAfterSeconds: 20,
    })
  })

  it('opens again when its window is over', async () => {
    await countTry(db, gap('b'), at(0), usual)
    await expect(countTry(db, gap('b'), at(30), usual)).resolves.toBeUndefined()
  })

  it('counts each person separately', async () => {
    await countTry(db, gap('c'), at(0), usual)
    await expect(countTry(db, gap('d'), at(0), usual)).resolves.toBeUndefined()
  })

  it('forgets tries when asked to', async () => {
    await countTry(db, gap('e'), at(0), usual)
    await forgetTries(db, gap('e'))
    await expect(countTry(db, gap('e'), at(1), usual)).resolves.toBeUndefined()
  })

  it('counts exactly under concurrent tries', async () => {
    const tries = Array.from({ length: 50 }, () =>
      countTry(
        db,
        [
          ['mail-link', 'f'],
          ['mail-link-address', 'g'],
        ],
        at(0),
        usual,
      ).then(
        () => 'allowed',
        () => 'refused',
      ),
    )
    expect((await Promise.all(tries)).filter((outcome) => outcome === 'allowed')).toHaveLength(3)
  })

  it('that refuses uses up no other: the try counts nowhere', async () => {
    const one: Limit = ['link-login-address', '203.0.113.1']
    const several: Limit[] = [one, ['mail-link', 'victim'], ['uploads', 'victim']]
    for (let time = 0; time < 10; time += 1) await countTry(db, [one], at(0), usual)
    const refused = Array.from({ length: 30 }, () =>
      countTry(db, several, at(1), usual).catch(() => 'refused'),
    )
    expect(new Set(await Promise.all(refused))).toEqual(new Set(['refused']))
    for (let time = 0; time < 3; time += 1) await countTry(db, several.slice(1), at(2), usual)
    await expect(countTry(db, several.slice(1), at(2), usual)).rejects.toMatchObject({ code: 'rate_limited' })
    // Nor does the limit that refused now use up the one behind it.
    for (let time = 0; time < 7; time += 1) await countTry(db, several.slice(2), at(3), usual)
    await expect(countTry(db, several.slice(2), at(3), usual)).rejects.toMatchObject({ code: 'rate_limited' })
  })

  it('counts an address of IPv6 by its network, which belongs to one party', async () => {
    const from = (host: string) => countTry(db, [['link-login-address', host]], at(0), usual)
    for (let host = 0; host < 10; host += 1) await from(`2001:db8:7:7:${host}::1`)
    await expect(from('2001:db8:7:7:ffff::')).rejects.toMatchObject({ code: 'rate_limited' })
    await from('2001:db8:7:8::1')
  })

  it('can be scaled per address, never per person', async () => {
    const loose = readRateLimits('', '2')
    const byAddress: Limit[] = [['link-login-address', 'h']]
    for (let time = 0; time < 20; time += 1) await countTry(db, byAddress, at(0), loose)
    await expect(countTry(db, byAddress, at(0), loose)).rejects.toMatchObject({ code: 'rate_limited' })
    await countTry(db, gap('i'), at(0), loose)
    await expect(countTry(db, gap('i'), at(0), loose)).rejects.toMatchObject({ code: 'code_just_sent' })
  })

  it('that blocks does so for its whole window, from the try that used it up', async () => {
    const guesses: Limit = ['unknown-request-address', 'k']
    const isRefused = (seconds: number) =>
      refuseUsedUp(db, guesses, at(seconds), usual).then(
        () => false,
        ({ retryAfterSeconds }: { retryAfterSeconds: number }) => retryAfterSeconds,
      )
    for (let time = 0; time < 9; time += 1) await countTry(db, [guesses], at(0), usual)
    expect(await isRefused(3000)).toBe(false)
    await countTry(db, [guesses], at(3000), usual)
    expect(await isRefused(3001)).toBe(3599)
    expect(await isRefused(6599)).toBe(1)
    expect(await isRefused(6600)).toBe(false)
  })

  it('leaves nothing behind', async () => {
    await countTry(db, gap('j'), at(0), usual)
    expect(await purge(db, 'rate limits', at(3 * 24 * 3600))).toBeGreaterThan(0)
  })
})
