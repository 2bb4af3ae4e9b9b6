import type { Deps } from '#server/platform/deps.ts'
import { loadDemo } from '../demo/load.ts'
import { encryptLinks } from '../demo/request-links.ts'
import { drawSample } from './sample-files.ts'

/** Adds the demo's schools, staff and families to the database of a test. */
export async function loadDemoFamilies(deps: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<void> {
  await deps.db.transaction((tx) => loadDemo(tx, deps.clock(), drawSample))
  await encryptLinks(deps)
}
