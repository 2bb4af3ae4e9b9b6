/** Which Larkwell the command line talks to. */
export function opsUrl(): string {
  return (process.env['OPS_URL'] ?? 'http://localhost:3000').replace(/\/+$/, '')
}
