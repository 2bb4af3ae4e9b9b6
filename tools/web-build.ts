import { buildWhenStale } from './build-when-stale.ts'
import { runScript } from './child.ts'
import { programOf } from './program.ts'
import { inProject } from './project.ts'

/** Builds the pages unless `web/dist` has the build of exactly these sources. */
export function buildWebWhenStale(): Promise<'built' | 'up to date'> {
  const stampFile = inProject('web', 'dist', '.built-from')
  return buildWhenStale(['web', 'contract', 'domain'], stampFile, () =>
    runScript(programOf('vite'), ['build', 'web', '--logLevel', 'warn'], { NODE_ENV: 'production' }),
  )
}
