import { afterEach, describe, expect, it, vi } from 'vitest'
import { readDraft } from './kept-draft.ts'

const fresh = { pays: 'total', amount: '', reason: null as string | null }

afterEach(() => vi.unstubAllGlobals())

describe('A draft of a payment', () => {
  it.each([
    ['nothing', null, fresh],
    [
      'all of it',
      { pays: 'different', amount: '5', reason: 'Other' },
      { pays: 'different', amount: '5', reason: 'Other' },
    ],
    ['a part of it', { amount: '5' }, { ...fresh, amount: '5' }],
    ['fields of another kind', { pays: 7, amount: ['5'], reason: 3 }, fresh],
    ['fields that nobody knows any more', { colour: 'red' }, fresh],
    ['a list', ['5'], fresh],
    ['a word', 'null', fresh],
  ])('is found again where %s was kept', (_, kept, draft) => {
    vi.stubGlobal('sessionStorage', { getItem: () => kept && JSON.stringify(kept) })
    expect(readDraft({ request: 'r1' }, fresh)).toEqual(draft)
  })

  it('begins anew in a browser that keeps nothing, and after what cannot be read', () => {
    expect(readDraft({ request: 'r1' }, fresh)).toEqual(fresh)
    vi.stubGlobal('sessionStorage', { getItem: () => '{' })
    expect(readDraft({ request: 'r1' }, fresh)).toEqual(fresh)
  })
})
