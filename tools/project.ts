import { join } from 'node:path'

/** The project's folder, wherever it was cloned to and whatever folder we were started from. */
export const projectDir = join(import.meta.dirname, '..')

export const inProject = (...names: string[]) => join(projectDir, ...names)
