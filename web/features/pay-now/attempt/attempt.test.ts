import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { store, stored } from '../../../session/storage.ts'
import { attemptFor, endAttempt, keptAttempt, noteSent } from './attempt.ts'

const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

describe.each(['kept by the browser', 'refused by the browser'])('an attempt to pay, %s', (way) => {
  beforeEach(() => {
    vi.stubGlobal('localStorage', way === 'kept by the browser' ? storageLike() : undefined)
    store('paymentAttempts', null)
  })
  afterEach(() => {
    store('paymentAttempts', null)
    vi.unstubAllGlobals()
  })

  it('has one id, no matter who asks and how often', () => {
    const { id, isSent } = attemptFor('request-1')
    expect(id).toMatch(uuid)
    expect(isSent).toBe(false)
    expect(attemptFor('request-1').id).toBe(id)
    expect(attemptFor('request-2').id).not.toBe(id)
    expect(attemptFor('request-1').id).toBe(id)
  })

  it('is known to have been sent until it is known not to have arrived, and keeps its id', () => {
    const { id } = attemptFor('request-1')
    noteSent('request-1', id, true)
    expect(attemptFor('request-1')).toEqual({ id, isSent: true })
    noteSent('request-1', id, false)
    expect(attemptFor('request-1')).toEqual({ id, isSent: false })
  })

  it('is kept without the link that it pays', () => {
    attemptFor('4f1c2a90-1f7e-4a55')
    noteSent('4f1c2a90-1f7e-4a55', attemptFor('4f1c2a90-1f7e-4a55').id, true)
    expect(stored('paymentAttempts')).not.toContain('4f1c2a90')
  })

  it('gives way to a new one once it is settled', () => {
    const { id } = attemptFor('request-1')
    noteSent('request-1', id, true)
    const next = endAttempt('request-1', id)
    expect(next.id).toMatch(uuid)
    expect(next.id).not.toBe(id)
    expect(attemptFor('request-1')).toEqual({ id: next.id, isSent: false })
  })

  it('that another tab has gone on from is not brought back', () => {
    const { id: mine } = attemptFor('request-1')
    const theirs = endAttempt('request-1', mine)
    noteSent('request-1', theirs.id, true)
    noteSent('request-1', mine, true)
    expect(endAttempt('request-1', mine)).toEqual({ id: theirs.id, isSent: true })
    expect(keptAttempt('request-1')).toEqual({ id: theirs.id, isSent: true })
  })

  it('is remembered as sent although the storage was emptied meanwhile', () => {
    const { id } = attemptFor('request-1')
    store('paymentAttempts', null)
    noteSent('request-1', id, true)
    expect(keptAttempt('request-1')).toEqual({ id, isSent: true })
  })

  it.each([
    'not json',
    'null',
    '{}',
    '"text"',
    '[1, null, ["request-1"]]',
    '[["request-1", null]]',
    '[["request-1", {"id": 7, "isSent": true}]]',
    '[["request-1", {"id": "short", "isSent": true}]]',
    '[["request-1", {"id": "a b c d e f g h", "isSent": true}]]',
    '[["request-1", {"id": "0b6a0e9e-1111-4111-8111-111111111111", "isSent": "yes"}]]',
  ])('begins anew where the storage holds %s', (garbage) => {
    store('paymentAttempts', garbage)
    expect(keptAttempt('request-1')).toBeNull()
    expect(attemptFor('request-1').id).toMatch(uuid)
    expect(attemptFor('request-1').id).toBe(keptAttempt('request-1')?.id)
  })

  it('is one of twenty at most: the oldest are forgotten', () => {
    const first = attemptFor('request-1').id
    for (let count = 2; count <= 20; count += 1) attemptFor(`request-${count}`)
    noteSent('request-1', first, true)
    attemptFor('request-21')
    expect(keptAttempt('request-1')).toEqual({ id: first, isSent: true })
    expect(keptAttempt('request-2')).toBeNull()
    expect(JSON.parse(stored('paymentAttempts') ?? '[]')).toHaveLength(20)
  })
})

function storageLike() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}
