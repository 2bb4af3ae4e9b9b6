import type { FrameProps } from '../frame.ts'
import { lazyPart } from '../../lazy-part/lazy-part.ts'

export const shell = lazyPart<FrameProps>(() => import('./shell.tsx').then((module) => module.Shell))
