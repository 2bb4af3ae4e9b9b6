import type { Region } from '#domain/region.ts'
import type { TestServer } from './server.ts'

/** What the bank's own page tells the provider once the payer has answered it. The secret names payment or set-up. */
export async function answerBank(
  { deps, sandboxUrl }: Pick<TestServer, 'deps' | 'sandboxUrl'>,
  clientSecret: string,
  outcome: 'succeeded' | 'failed',
  region: Region = 'AU',
): Promise<number> {
  const [id = ''] = clientSecret.split('_secret_')
  const kind = id.startsWith('pi_') ? 'payment_intents' : 'setup_intents'
  const reply = await fetch(`${sandboxUrl}/v1/${kind}/${id}/3ds_result`, {
    method: 'POST',
    headers: { authorization: `Bearer ${deps.config.stripe[region].publishableKey}` },
    body: new URLSearchParams({ client_secret: clientSecret, outcome }),
  })
  return reply.status
}
