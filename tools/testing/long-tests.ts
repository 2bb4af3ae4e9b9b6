import { describe, it } from 'vitest'
import { isLong } from './long.ts'

/** Run with `npm test -- --long` only: further cases of a rule of which one case runs by default. */
export const itLong: typeof it.skip = it.runIf(isLong)
export const describeLong: typeof describe.skip = describe.runIf(isLong)
