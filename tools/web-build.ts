import { buildWhenStale } from './build-when-stale.ts'
import { runScript } from './child.ts'
import { programOf } from './program.ts'
import { inProject } from './project.ts'

/** Builds the portal's pages and the sandbox's, unless they have been built from exactly these sources. */
export async function buildWebWhenStale(): Promise<'built' | 'up to date'> {
  const portal = await build('web', 'web/dist')
  const sandbox = await build('web/sandbox-page', 'sandbox/dist')
  return portal === 'built' ? portal : sandbox
}

function build(root: string, target: string): Promise<'built' | 'up to date'> {
  return buildWhenStale(['web', 'contract', 'domain'], inProject(target, '.built-from'), () =>
    runScript(programOf('vite'), ['build', root, '--logLevel', 'warn'], { NODE_ENV: 'production' }),
  )
}
