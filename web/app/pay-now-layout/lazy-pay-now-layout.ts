import { lazyPart } from '../../lazy-part/lazy-part.ts'

export const payNowLayout = lazyPart(() => import('./pay-now-layout.tsx'), 'PayNowLayout')
