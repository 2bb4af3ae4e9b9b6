import { lazyPart } from '../lazy-part.ts'
import type { ShellProps } from './shell.tsx'

export const shell = lazyPart<ShellProps>(() => import('./shell.tsx').then((module) => module.Shell))
