import type { ReactNode } from 'react'
import { lazyPart } from '../../lazy-part/lazy-part.ts'

export const payNowLayout = lazyPart<{ children: ReactNode }>(() =>
  import('./pay-now-layout.tsx').then((module) => module.PayNowLayout),
)
