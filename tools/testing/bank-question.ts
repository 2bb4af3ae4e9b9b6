import type { Region } from '#domain/region.ts'
import { askAsBrowser } from './card-form.ts'
import type { TestServer } from './server.ts'

/** What the bank's own page tells the provider once the payer has answered it. The secret names payment or set-up. */
export async function answerBank(
  server: Pick<TestServer, 'deps'>,
  clientSecret: string,
  outcome: 'succeeded' | 'failed',
  region: Region = 'AU',
): Promise<number> {
  const kind = clientSecret.startsWith('pi_') ? 'payment_intents' : 'setup_intents'
  const call = `${kind}/:id/3ds_result` as const
  return (await askAsBrowser(server, region, call, clientSecret, { outcome })).status
}
