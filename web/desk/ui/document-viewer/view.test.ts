import { describe, expect, it } from 'vitest'
import { boxOf, firstView, fitScale, scaleOf, sharpness, turnRight, zoomed, type View } from './view.ts'

const picture = { width: 1600, height: 800 }
const stage = { width: 800, height: 600 }

describe('A document on the stage', () => {
  it('fits at first, and again once it is turned', () => {
    expect(scaleOf(firstView, picture, stage)).toBe(0.5)
    expect(scaleOf(turnRight(firstView), picture, stage)).toBe(0.375)
  })

  it('is not blown up to fit, and fits a stage that has no size yet', () => {
    expect(fitScale({ width: 200, height: 100 }, stage, 0)).toBe(1)
    expect(fitScale(picture, { width: 0, height: 0 }, 0)).toBe(1)
  })

  it('is turned to the right, and after four turns lies as before', () => {
    const turns: number[] = []
    let view: View = firstView
    for (let count = 0; count < 4; count += 1) {
      view = turnRight(view)
      turns.push(view.turn)
    }
    expect(turns).toEqual([90, 180, 270, 0])
    expect(boxOf(picture, 90)).toEqual({ width: 800, height: 1600 })
    expect(boxOf(picture, 180)).toEqual(picture)
  })

  it.each([
    [0.5, 'in', 0.75],
    [0.62, 'in', 0.75],
    [0.62, 'out', 0.5],
    [1, 'in', 1.2],
    [4, 'in', 'fit'],
    [0.25, 'out', 'fit'],
  ] as const)('at %s is zoomed %s to %s, and stays where there is no further step', (scale, way, zoom) => {
    expect(zoomed(firstView, scale, way).zoom).toBe(zoom)
  })

  it('is drawn as sharp as the screen, and never with more pixels than a canvas may have', () => {
    expect(sharpness({ width: 800, height: 1000 }, 2)).toBe(2)
    expect(sharpness({ width: 8000, height: 8000 }, 2)).toBe(0.5)
  })
})
