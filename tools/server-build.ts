import { buildWhenStale } from './build-when-stale.ts'
import { runScript } from './child.ts'
import { programOf } from './program.ts'
import { inProject } from './project.ts'

export const builtServer = 'server/dist/main.js'

/** Builds the server unless `server/dist` has the build of exactly these sources. */
export function buildServerWhenStale(): Promise<'built' | 'up to date'> {
  const config = 'rolldown.config.ts'
  const stampFile = inProject('server', 'dist', '.built-from')
  return buildWhenStale(['server', 'contract', 'domain', config], stampFile, () =>
    runScript(programOf('rolldown'), ['--config', config, '--log-level', 'warn']),
  )
}
