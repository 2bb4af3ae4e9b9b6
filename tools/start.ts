import { ProgramFailure } from '#server/platform/program-failure.ts'
import { demoFamilies, isShowcase } from './demo/families/families.ts'
import { demoStaff } from './demo/staff.ts'
import { develop } from './develop.ts'
import { readOptions } from './options.ts'
import { inProject } from './project.ts'
import { startOnFreePorts } from './stack-ports.ts'
import { type Stack, startStack } from './stack.ts'

const help = `npm start                 starts Larkwell with demo families; data stays in .data/
npm start -- --fresh      begins with new data
npm start -- --data DIR   keeps the data in another folder
npm run dev               for writing code: pages change as you type, the server restarts
npm start -- --help       shows this

PORT (3000), CARD_FRAME_PORT (PORT + 1), SANDBOX_PORT (12111) and SANDBOX_SMTP_PORT (12025) choose
other ports, HOST (127.0.0.1) another address to listen on: PORT=3100 npm start
Without them, a copy that finds a port taken uses the next free one. docs/settings.md lists all settings.`

const began = performance.now()
const seconds = () => `${((performance.now() - began) / 1000).toFixed(1).padStart(5)} s`
const say = (text: string) => console.log(text)

// A closed terminal must not prevent us from stopping what we started.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const interrupted = new AbortController()
for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'])
  process.on(event, () => interrupted.abort())
process.channel?.unref()

const { values: flags } = readOptions(help, {
  fresh: { type: 'boolean', default: false },
  dev: { type: 'boolean', default: false },
  data: { type: 'string', default: inProject('.data') },
})
try {
  await run(flags)
} catch (error) {
  if (!interrupted.signal.aborted) throw error
}
// Exit now: keep-alive connections would delay the prompt for seconds.
process.exit()

async function run({ data, fresh, dev }: { data: string; fresh: boolean; dev: boolean }): Promise<void> {
  say('Starting Larkwell …')
  const stack = await startOnFreePorts(process.env, (ports) =>
    startStack({
      ...ports,
      dataDir: data,
      fresh,
      runsSources: dev,
      env: process.env.HOST ? { HOST: process.env.HOST } : {},
      signal: interrupted.signal,
      onStep: (done) => say(`${seconds()}  ${done}`),
    }),
  )
  const development = dev ? await develop(stack, data, say).catch(stopFirst(stack)) : undefined
  const sandbox = stack.sandboxUrl.replace('127.0.0.1', 'localhost')
  say(`
  Families  ${sandbox}/_sandbox   (log in as any family with one click)
  Portal    ${development?.url ?? stack.portalUrl}
  API docs  ${stack.portalUrl}/api/docs
  Guest     ${stack.portalUrl}/pay-now?request=demo-full   (pay without a log-in)
  Desk      ${development?.url ?? stack.portalUrl}/desk   (for staff, by a code that arrives on the page Families)
${staffLogIns()}
            on the command line: OPS_URL=${stack.portalUrl} npm run ops -- log-in staff.ops@demo.example
  Database  ${stack.databaseUrl}

  Some of the ${demoFamilies.length} families:
${someFamilies()}

  Ctrl-C stops everything; the data stays.
`)
  const failure = await Promise.race([stack.failed, interruption()])
  if (failure) throw new ProgramFailure(failure)
  say('Stopping …')
  await development?.stop()
  await stack.stop()
  say('Stopped.')
}

function staffLogIns(): string {
  return demoStaff
    .map(({ email, role, name }) => `            ${email.padEnd(28)}${role}, ${name}`)
    .join('\n')
}

function someFamilies(): string {
  const shown = demoFamilies.filter(isShowcase)
  const width = Math.max(...shown.map(({ email }) => email.length))
  return shown.map(({ email, shows }) => `    ${email.padEnd(width)}  ${shows}`).join('\n')
}

function stopFirst(stack: Stack): (error: unknown) => Promise<never> {
  return async (error) => {
    await stack.stop()
    throw error
  }
}

function interruption(): Promise<undefined> {
  const { signal } = interrupted
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined)
    signal.addEventListener('abort', () => resolve(undefined))
  })
}
