import { afterEach, describe, expect, it } from 'vitest'
import { joinStack, leaveStack, zIndexOf } from './modal-stack.ts'

const modals = Array.from({ length: 11 }, (_, number) => ({ number }))
const [first = {}, second = {}, third = {}] = modals

afterEach(() => modals.forEach(leaveStack))

describe('dialogs on top of each other', () => {
  it('lie at 100000, 100001 and so on, ten of them; an eleventh is refused', () => {
    expect(modals.map(joinStack)).toEqual([...Array.from({ length: 10 }, () => true), false])
    expect(modals.map(zIndexOf)).toEqual([
      ...Array.from({ length: 10 }, (_, index) => 100_000 + index),
      undefined,
    ])
  })

  it('close up when one of them leaves, so that the next one is still the highest', () => {
    joinStack(first)
    joinStack(second)
    leaveStack(first)
    joinStack(third)
    expect([first, second, third].map(zIndexOf)).toEqual([undefined, 100_000, 100_001])
  })
})
