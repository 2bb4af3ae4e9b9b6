import { afterEach, expect } from 'vitest'
import { takeUndocumented } from './watched-replies.ts'

// A reply that the API reference does not describe fails the test that saw it.
afterEach(() => expect(takeUndocumented()).toEqual([]))
