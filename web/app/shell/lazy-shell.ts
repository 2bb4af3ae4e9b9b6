import { lazyPart } from '../../lazy-part/lazy-part.ts'

export const shell = lazyPart(() => import('./shell.tsx'), 'Shell')
