import { mkdtempSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { movableClock, watchClock } from './clock.ts'

const clockFile = () => join(mkdtempSync(join(tmpdir(), 'clock-')), 'clock.json')
/** As the sandbox does it: the file is replaced whole. */
function move(file: string, offsetMs: number): void {
  writeFileSync(`${file}.new`, JSON.stringify({ offsetMs }))
  renameSync(`${file}.new`, file)
}

describe('A watch on the movable clock', () => {
  it.each([
    ['was never moved', null],
    ['was moved before', 30_000],
  ])('notices each move of one that %s, also the first when it comes at once', async (_, before) => {
    // A watch may miss a move by chance, so there are several.
    const watched = Array.from({ length: 8 }, () => {
      const file = clockFile()
      if (before !== null) move(file, before)
      const seconds: number[] = []
      const clock = movableClock(file)
      const stop = watchClock(file, () => seconds.push(Math.round((clock().getTime() - Date.now()) / 1000)))
      move(file, 60_000)
      return { file, seconds, stop }
    })
    const seen = () => watched.map(({ seconds }) => seconds)
    try {
      await expect.poll(seen).toEqual(watched.map(() => [60]))
      for (const { file } of watched) move(file, 120_000)
      await expect.poll(seen).toEqual(watched.map(() => [60, 120]))
    } finally {
      for (const { stop } of watched) stop()
    }
  })
})
