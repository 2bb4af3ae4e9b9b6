import { afterEach, describe, expect, it } from 'vitest'
import { joinStack, leaveStack, zIndexOf } from './modal-stack.ts'

const modals = Array.from({ length: 11 }, (_, number) => ({ number }))
const [first = {}, second = {}, third = {}] = modals

afterEach(() => modals.forEach(leaveStack))

describe('stacked dialogs', () => {
  it('have z-indexes from 100000, for ten of them; an eleventh is refused', () => {
    expect(modals.map(joinStack)).toEqual([...Array.from({ length: 10 }, () => true), false])
    expect(modals.map(zIndexOf)).toEqual([
      ...Array.from({ length: 10 }, (_, index) => 100_000 + index),
      undefined,
    ])
  })

  it('move down when one of them closes, so that the next one is still on top', () => {
    joinStack(first)
    joinStack(second)
    leaveStack(first)
    joinStack(third)
    expect([first, second, third].map(zIndexOf)).toEqual([undefined, 100_000, 100_001])
  })
})
