import { startSandbox } from './sandbox.ts'

const { env } = process

const sandbox = await startSandbox({
  host: env['SANDBOX_HOST'],
  port: readPort('SANDBOX_PORT', 12111),
  smtpPort: readPort('SANDBOX_SMTP_PORT', 12025),
  seed: env['SANDBOX_SEED'],
  stateFile: env['SANDBOX_STATE'],
  clockFile: env['CLOCK_FILE'],
  depositFolder: env['DEPOSIT_FOLDER'],
  directoryUrl: env['DIRECTORY_URL'],
  smsSid: env['SMS_SID'],
  smsToken: env['SMS_TOKEN'],
  creditBodyCustomer: env['CREDIT_BODY_CUSTOMER'],
  creditBodyKey: env['CREDIT_BODY_KEY'],
  addressUser: env['ADDRESS_USER'],
  addressPassword: env['ADDRESS_PASSWORD'],
  idCheckCustomer: env['IDV_CUSTOMER'],
  idCheckKey: env['IDV_KEY'],
  stripe: { AU: readStripe('AU'), UK: readStripe('UK') },
})
console.log(`Sandbox ready: ${sandbox.url}/_sandbox, mail at ${sandbox.smtpUrl}`)

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void sandbox.close().then(() => process.exit(0)))
}

function readStripe(region: string) {
  return {
    secretKey: env[`STRIPE_SECRET_KEY_${region}`],
    publishableKey: env[`STRIPE_PUBLISHABLE_KEY_${region}`],
    webhookSecret: env[`STRIPE_WEBHOOK_SECRET_${region}`],
    webhookUrl: env[`STRIPE_WEBHOOK_URL_${region}`],
  }
}

function readPort(name: string, otherwise: number): number {
  const text = env[name]
  if (text === undefined || text === '') return otherwise
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new Error(`${name} must be a port number, not "${text}"`)
}
