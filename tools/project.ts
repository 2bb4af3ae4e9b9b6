import { join } from 'node:path'

/** The project's folder, independent of the working directory. */
export const projectDir = join(import.meta.dirname, '..')

export const inProject = (...names: string[]) => join(projectDir, ...names)
