import { lazyPart } from '../lazy-part.ts'

export const sessionEnd = lazyPart(() => import('./session-end.tsx').then((module) => module.SessionEnd))
