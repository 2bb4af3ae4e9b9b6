import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { searchAsYouType, searchAsYouTypeRules, type Findings } from './search-as-you-type.ts'

type Option = { label: string }

/** A search whose answers the test controls. */
function someSearch() {
  const searches: {
    text: string
    signal: AbortSignal
    answer: (...labels: string[]) => void
    fail: () => void
  }[] = []
  const search = (text: string, signal: AbortSignal) =>
    new Promise<Option[]>((resolve, reject) => {
      searches.push({
        text,
        signal,
        answer: (...labels) => resolve(labels.map((label) => ({ label }))),
        fail: () => reject(new Error('offline')),
      })
    })
  const seen: Findings<Option>[] = []
  const typing = searchAsYouType<Option>((findings) => seen.push(findings))
  return {
    searches,
    type: (text: string) => typing.type(text, search),
    clear: typing.clear,
    stop: typing.stop,
    last: () => seen.at(-1),
  }
}

const pause = () => vi.advanceTimersByTimeAsync(searchAsYouTypeRules.debounceMs)
const settle = () => vi.advanceTimersByTimeAsync(0)

describe('a search while typing', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('starts at three characters, 300 ms after the last key', () => {
    expect(searchAsYouTypeRules).toEqual({ minLength: 3, debounceMs: 300 })
  })

  it('runs once, with the text after the last key', async () => {
    const { type, searches, last } = someSearch()
    for (const text of ['4', '42', '42 ', '42 H', '42 Ha', '42 Har']) {
      type(text)
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(searches).toHaveLength(0)
    expect(last()).toEqual({ state: 'searching', options: [] })
    await vi.advanceTimersByTimeAsync(199)
    expect(searches).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(searches.map(({ text }) => text)).toEqual(['42 Har'])
    searches[0]?.answer('42 Harbour View Road')
    await settle()
    expect(last()).toEqual({ state: 'found', options: [{ label: '42 Harbour View Road' }] })
  })

  it.each(['', 'ab', ' ab  ', '   '])('does not run for "%s", which is too short', async (text) => {
    const { type, searches, last } = someSearch()
    type(text)
    await pause()
    expect(searches).toHaveLength(0)
    expect(last()).toEqual({ state: 'nothing' })
  })

  it('clears its results as soon as the text is too short again', async () => {
    const { type, searches, last } = someSearch()
    type('abc')
    await pause()
    searches[0]?.answer('abc')
    await settle()
    type('ab')
    expect(last()).toEqual({ state: 'nothing' })
    await pause()
    expect(searches).toHaveLength(1)
  })

  it('keeps its results until the longer text has an answer', async () => {
    const { type, searches, last } = someSearch()
    type('abc')
    await pause()
    searches[0]?.answer('abc')
    await settle()
    type('abcd')
    expect(last()).toEqual({ state: 'searching', options: [{ label: 'abc' }] })
    await pause()
    searches[1]?.answer()
    await settle()
    expect(last()).toEqual({ state: 'found', options: [] })
  })

  it('never lets a late answer replace a newer one', async () => {
    const { type, searches, last } = someSearch()
    type('abc')
    await pause()
    type('abcd')
    expect(searches[0]?.signal.aborted).toBe(true)
    await pause()
    searches[1]?.answer('new')
    await settle()
    searches[0]?.answer('old')
    await settle()
    expect(last()).toEqual({ state: 'found', options: [{ label: 'new' }] })
  })

  it('drops an answer or a failure that comes after the text became too short', async () => {
    const { type, searches, last } = someSearch()
    type('abc')
    await pause()
    type('ab')
    searches[0]?.fail()
    await settle()
    expect(last()).toEqual({ state: 'nothing' })
  })

  it('says why it failed, and forgets that with the next key', async () => {
    const { type, searches, last } = someSearch()
    type('abc')
    await pause()
    searches[0]?.fail()
    await settle()
    expect(last()).toEqual({ state: 'failed', error: new Error('offline') })
    type('abcd')
    expect(last()).toEqual({ state: 'searching', options: [] })
  })

  it('stops once something is chosen', async () => {
    const { type, searches, clear, last } = someSearch()
    type('abc')
    clear()
    await pause()
    expect(searches).toHaveLength(0)
    expect(last()).toEqual({ state: 'nothing' })
  })
})
