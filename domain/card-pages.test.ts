import { describe, expect, it } from 'vitest'
import { isCardPage } from './card-pages.ts'

describe('A page on which a card is typed', () => {
  it.each([
    ['/pay-now', true],
    ['/pay-now/', true],
    ['/pay-now/done', true],
    ['/manage-payments', true],
    ['/manage-payments/add', true],
    ['/payments/complete', true],
    ['/', false],
    ['/login/sent', false],
    ['/transactions', false],
    ['/payment-schedule', false],
    ['/pay-nowhere', false],
  ])('%s: %s', (path, isOne) => {
    expect(isCardPage(path)).toBe(isOne)
  })
})
