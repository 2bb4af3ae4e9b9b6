import { buildWhenStale } from './build-when-stale.ts'
import { runScript } from './child.ts'
import { programOf } from './program.ts'
import { inProject } from './project.ts'

export const builtServer = 'server/dist/main.js'
export const builtOps = 'ops/dist/ops.js'

/** Builds the server and the staff's command line unless they are there, from exactly these sources. */
export function buildServerWhenStale(): Promise<'built' | 'up to date'> {
  const config = 'rolldown.config.ts'
  const stampFile = inProject('server', 'dist', '.built-from')
  return buildWhenStale(['server', 'ops', 'contract', 'domain', config], stampFile, () =>
    runScript(programOf('rolldown'), ['--config', config, '--log-level', 'warn']),
  )
}
