import { startSandbox } from './sandbox.ts'

const { env } = process

const sandbox = await startSandbox({
  host: env['SANDBOX_HOST'],
  port: readPort('SANDBOX_PORT', 12111),
  smtpPort: readPort('SANDBOX_SMTP_PORT', 12025),
  seed: env['SANDBOX_SEED'],
  stateFile: env['SANDBOX_STATE'],
  clockFile: env['CLOCK_FILE'],
  smsSid: env['SMS_SID'],
  smsToken: env['SMS_TOKEN'],
})
console.log(`Sandbox ready: ${sandbox.url}/_sandbox, mail at ${sandbox.smtpUrl}`)

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void sandbox.close().then(() => process.exit(0)))
}

function readPort(name: string, otherwise: number): number {
  const text = env[name]
  if (text === undefined || text === '') return otherwise
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new Error(`${name} must be a port number, not "${text}"`)
}
