import { SandboxFailure } from './failure.ts'

type Env = Record<string, string | undefined>

/** Throws what completes the sentence "NAME …". An empty text is one that was left out. */
type Parse<T> = (value: string) => T
type Setting<T> = { about: string; usual: string; parse: Parse<T> }

const text: Parse<string | undefined> = (value) => value || undefined

const port: Parse<number> = (value) => {
  if (/^\d+$/.test(value) && Number(value) <= 65_535) return Number(value)
  throw new Error(`must be a port number, not "${value}"`)
}

const address: Parse<string | undefined> = (value) => {
  if (value === '' || (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)))
    return value || undefined
  throw new Error('must be an address that begins with http:// or https://')
}

const setting = <T>(about: string, parse: Parse<T>, usual = ''): Setting<T> => ({ about, usual, parse })
const webhooks = 'where the sandbox sends webhooks'

/** The sandbox's own; docs/settings.md is made from it. A new one is one line here. */
export const sandboxSettings = {
  SANDBOX_PORT: setting('the sandbox and its inbox', port, '12111'),
  SANDBOX_SMTP_PORT: setting('where the sandbox receives mail', port, '12025'),
  SANDBOX_HOST: setting('the address that the sandbox listens on', text, '127.0.0.1'),
  SANDBOX_STATE: setting('the file that keeps its state', text),
  SANDBOX_SEED: setting('the seed of what it makes up', text),
  DIRECTORY_URL: setting('where the sandbox asks who the demo families are', address),
  STRIPE_WEBHOOK_URL_AU: setting(webhooks, address),
  STRIPE_WEBHOOK_URL_UK: setting(webhooks, address),
}

type Values = { [Name in keyof typeof sandboxSettings]: ReturnType<(typeof sandboxSettings)[Name]['parse']> }

/** All of them, or a list of what is wrong. */
export function readSettings(env: Env): Values {
  const mistakes: string[] = []
  const read = Object.entries(sandboxSettings).map(([name, { usual, parse }]) => {
    try {
      return [name, parse(env[name] || usual)]
    } catch (error) {
      mistakes.push(`- ${name} ${(error as Error).message}`)
      return [name, undefined]
    }
  })
  if (mistakes.length > 0) throw new WrongSettings(mistakes)
  return Object.fromEntries(read) as Values
}

export class WrongSettings extends SandboxFailure {
  constructor(mistakes: readonly string[]) {
    const title = mistakes.length === 1 ? 'One setting is wrong' : `${mistakes.length} settings are wrong`
    super(`${title} (docs/settings.md explains them):\n${mistakes.join('\n')}`)
  }
}
