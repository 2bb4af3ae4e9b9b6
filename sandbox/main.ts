import { failInSentences } from './failure.ts'
import { startSandbox } from './sandbox.ts'
import { readSettings, WrongSettings } from './settings.ts'

failInSentences()
const { env } = process
const own = readSettings(env)

const sandbox = await startSandbox({
  host: own.SANDBOX_HOST,
  port: own.SANDBOX_PORT,
  smtpPort: own.SANDBOX_SMTP_PORT,
  seed: own.SANDBOX_SEED,
  stateFile: own.SANDBOX_STATE,
  clockFile: env['CLOCK_FILE'],
  depositFolder: env['DEPOSIT_FOLDER'],
  directoryUrl: own.DIRECTORY_URL,
  smsSid: env['SMS_SID'],
  smsToken: env['SMS_TOKEN'],
  creditBodyCustomer: env['CREDIT_BODY_CUSTOMER'],
  creditBodyKey: env['CREDIT_BODY_KEY'],
  addressUser: env['ADDRESS_USER'],
  addressPassword: env['ADDRESS_PASSWORD'],
  idCheckCustomer: env['IDV_CUSTOMER'],
  idCheckKey: env['IDV_KEY'],
  stripe: { AU: readStripe('AU'), UK: readStripe('UK') },
}).catch(cannotListen)
console.log(`Sandbox ready: ${sandbox.url}/_sandbox, mail at ${sandbox.smtpUrl}`)

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void sandbox.close().then(() => process.exit(0)))
}

function readStripe(region: 'AU' | 'UK') {
  return {
    secretKey: env[`STRIPE_SECRET_KEY_${region}`],
    publishableKey: env[`STRIPE_PUBLISHABLE_KEY_${region}`],
    webhookSecret: env[`STRIPE_WEBHOOK_SECRET_${region}`],
    webhookUrl: own[`STRIPE_WEBHOOK_URL_${region}`],
  }
}

function cannotListen(error: NodeJS.ErrnoException & { port?: number }): never {
  const { code = '', port } = error
  if (['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL'].includes(code))
    throw new WrongSettings([
      `- SANDBOX_HOST must be an address of this machine, not "${own.SANDBOX_HOST}" (${code})`,
    ])
  if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error
  const name = port === own.SANDBOX_SMTP_PORT ? 'SANDBOX_SMTP_PORT' : 'SANDBOX_PORT'
  throw new WrongSettings([`- ${name} must be another port than ${port}: it cannot be used (${code})`])
}
