import { pathToFileURL } from 'node:url'
import { freePorts } from '#tools/stack-ports.ts'
import { inProject } from '#tools/project.ts'
import { startStack } from '#tools/stack.ts'

/** Where the journeys' own database, logs and files are. */
export const dataDir = inProject('.data', 'e2e')

/** Everything runs for real, on free ports and with new demo families, in a data folder of its own. */
export default async function startBeforeAllJourneys(): Promise<() => Promise<void>> {
  const memoryCopy = pathToFileURL(inProject('e2e', 'memory-copy.ts'))
  memoryCopy.searchParams.set('folder', dataDir)
  const stack = await startStack({
    dataDir,
    fresh: true,
    ...(await freePorts()),
    env: {
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${memoryCopy.href}`,
      // Journeys in which nobody answers wait less long than a parent would.
      IDV_TIMEOUT_MS: '4000',
      CREDIT_BODY_TIMEOUT_MS: '4000',
    },
  })
  // Worker processes are started later and inherit these.
  process.env.PORTAL_URL = stack.portalUrl
  process.env.SANDBOX_URL = stack.sandboxUrl
  process.env.DATABASE_URL = stack.databaseUrl
  process.env.SERVER_ENV = JSON.stringify(stack.serverEnv)
  return () => stack.stop()
}

/** Where the journeys find the portal and the outside world. */
export function addresses(): { portal: string; sandbox: string; database: string } {
  const { PORTAL_URL, SANDBOX_URL, DATABASE_URL } = process.env
  if (!PORTAL_URL || !SANDBOX_URL || !DATABASE_URL) throw new Error('The journeys run with `npm run e2e`.')
  return { portal: PORTAL_URL, sandbox: SANDBOX_URL, database: DATABASE_URL }
}
