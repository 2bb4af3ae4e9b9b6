/** Which Larkwell the command line talks to. */
export function opsUrl(env: NodeJS.ProcessEnv): string {
  return (env['OPS_URL'] ?? 'http://localhost:3000').replace(/\/+$/, '')
}
