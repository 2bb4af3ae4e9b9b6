import { ProgramFailure } from '#server/platform/program-failure.ts'
import { serverSettings } from '#server/platform/settings/server-settings.ts'
import { optional, readSettings, wholeNumber, WrongSettings } from '#server/platform/settings/setting.ts'
import { freePort, freePortFrom, holdPort, whyNotOurs, type HeldPort } from './ports.ts'

export type StackPorts = { port: number; cardFramePort: number; sandboxPort: number; smtpPort: number }

/** In this order: the card form's port is the one after the portal's. */
const settings = [
  { key: 'port', name: 'PORT', use: 'the portal' },
  { key: 'cardFramePort', name: 'CARD_FRAME_PORT', use: 'the card form' },
  { key: 'sandboxPort', name: 'SANDBOX_PORT', use: 'the inbox' },
  { key: 'smtpPort', name: 'SANDBOX_SMTP_PORT', use: 'incoming mail' },
] as const

type Env = Record<string, string | undefined>

/**
 * The ports of one copy. What the environment names is used as it is. Otherwise the usual port, or the next free one if
 * another copy has it, so that two run side by side.
 */
export async function choosePorts(env: Env): Promise<StackPorts> {
  const named = new Map<string, number>()
  const given = await readGiven(env)
  for (const { name } of settings) {
    const port = given[name]
    const other = [...named].find(([, taken]) => taken === port)?.[0]
    if (other) throw new WrongSettings([`${name} must be another port than ${other}; both are ${port}`])
    if (port !== undefined) named.set(name, port)
  }
  const chosen: number[] = [...named.values()]
  const choose = async (name: string, usual: number) => {
    const port =
      named.get(name) ?? (await freePortFrom(usual, (candidate) => !chosen.includes(candidate), env['HOST']))
    chosen.push(port)
    return port
  }
  const port = await choose('PORT', 3000)
  return {
    port,
    cardFramePort: await choose('CARD_FRAME_PORT', port + 1),
    sandboxPort: await choose('SANDBOX_PORT', 12_111),
    smtpPort: await choose('SANDBOX_SMTP_PORT', 12_025),
  }
}

/** Any four, for a copy that nobody has to find. */
export async function freePorts(): Promise<StackPorts> {
  return {
    port: await freePort(),
    cardFramePort: await freePort(),
    sandboxPort: await freePort(),
    smtpPort: await freePort(),
  }
}

/** A port that was chosen or named, and that another program has by now. */
class PortTaken extends ProgramFailure {
  readonly setting: string

  constructor(setting: string, port: number, use: string) {
    super(
      `${setting}: port ${port}, meant for ${use}, is taken by another program. ` +
        `Stop it, or leave ${setting} out: npm start then finds a free port.`,
    )
    this.setting = setting
  }
}

const attempts = 10

/** Copies that choose at the same moment may choose the same port: the one that comes second chooses again. */
export async function startOnFreePorts<Started>(
  env: Env,
  start: (ports: StackPorts) => Promise<Started>,
): Promise<Started> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start(await choosePorts(env))
    } catch (error) {
      const canChoose = error instanceof PortTaken && !env[error.setting]
      if (!canChoose || attempt === attempts) throw error
    }
  }
}

/** Keeps all ports from now on, so that a copy started at the same moment takes others. */
export async function holdPorts(
  ports: StackPorts,
  host: string | undefined,
): Promise<Record<keyof StackPorts, HeldPort>> {
  const held: Partial<Record<keyof StackPorts, HeldPort>> = {}
  for (const { key, name, use } of settings) {
    held[key] = await holdPort(ports[key], host)
    if (held[key]) continue
    await Promise.all(Object.values(held).map((port) => port?.release()))
    throw new PortTaken(name, ports[key], use)
  }
  return held as Record<keyof StackPorts, HeldPort>
}

/** 0 would be a free port that nobody is told of. */
const port = wholeNumber({ min: 1, max: 65_535 })
const named = optional({
  about: 'docs/settings.md',
  parse: (value) => (value === '' ? undefined : port(value)),
})
const read = {
  PORT: named,
  CARD_FRAME_PORT: named,
  SANDBOX_PORT: named,
  SANDBOX_SMTP_PORT: named,
  HOST: serverSettings.HOST,
}

async function readGiven(env: Env) {
  const given = readSettings(read, { ...env, NODE_ENV: undefined })
  const reason = await whyNotOurs(given.HOST)
  if (reason)
    throw new WrongSettings([`HOST must be an address of this machine, not "${given.HOST}" (${reason})`])
  return given
}
