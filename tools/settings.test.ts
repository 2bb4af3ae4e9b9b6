import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readConfig, WrongSettings } from '#server/config.ts'
import { refusedInProduction, requiredInProduction } from '#server/production-rules.ts'
import { inProject } from './project.ts'
import { production } from './testing/production-settings.ts'
import { readSources } from './tidy/source.ts'

const rows = readFileSync(inProject('docs', 'settings.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim())
    const names = [...(cells[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name)
    return names.map((name) => ({ name, production: cells.at(-2) }))
  })
const documented = rows.map(({ name }) => name)

/** Asks the server itself, because some names are put together. */
function readByServer(): string[] {
  const names = new Set<string>()
  for (const env of [{}, { NODE_ENV: 'production' }, { ...production, FAULTS: '1', METRICS_PORT: '0' }]) {
    const watched = new Proxy<Record<string, string | undefined>>(env, {
      get: (target, name) => {
        names.add(String(name))
        return target[String(name)]
      },
    })
    try {
      readConfig(watched)
    } catch (error) {
      if (!(error instanceof WrongSettings)) throw error
    }
  }
  return [...names]
}

/** In the programs around the server, settings are named as they are. */
function readAround(): string[] {
  const isProgram = /^(sandbox|ops|tools|web)\/(?!bench\/).*\.(ts|mjs)$/
  const mention = /(?:env\.|env\['|readPort\('|portFrom\(')([A-Z][A-Z_]+)\b/g
  return readSources()
    .filter(({ path }) => isProgram.test(path) && !path.endsWith('.test.ts'))
    .flatMap(({ text }) => [...text.matchAll(mention)].map(([, name = '']) => name))
}

/** Of every program on the system, or only between our own processes. */
const ofTheSystem = ['PATH', 'CI', 'PORTAL_URL', 'DATABASE_PID', 'NODE_OPTIONS']

const compose = readFileSync(inProject('compose.yaml'), 'utf8')
const passed = [
  ...(/&settings\n(.*?)\n {2}volumes/s.exec(compose)?.[1] ?? '').matchAll(/^ {4}([A-Z_]+):(.*)$/gm),
].map(([, name = '', value = '']) => ({ name, isRequired: value.includes(':?}') && !value.includes(':-') }))

describe('docs/settings.md', () => {
  it('explains every setting that is read, once', () => {
    const read = [...readByServer(), ...readAround()].filter((name) => !ofTheSystem.includes(name))
    expect(read.length).toBeGreaterThan(60)
    expect([...new Set(read)].filter((name) => !documented.includes(name))).toEqual([])
    expect(documented.filter((name, at) => documented.indexOf(name) !== at)).toEqual([])
  })

  it('explains none that is not read', () => {
    const texts = readSources().filter(({ path }) => /\.(ts|mjs)$/.test(path))
    const unknown = documented.filter(
      (name) =>
        !readByServer().includes(name) &&
        !texts.some(({ text }) => text.includes(name) || text.includes(name.replace(/_(AU|UK)$/, '_${'))),
    )
    expect(unknown).toEqual([])
  })

  it.each([
    ['required', requiredInProduction],
    ['refused', refusedInProduction],
  ])('says which are %s in production', (word, names) => {
    const said = rows.filter((row) => row.production === word).map(({ name }) => name)
    expect(said.toSorted()).toEqual(names.toSorted())
    expect(rows.map((row) => row.production)).not.toContain('')
  })
})

describe('compose.yaml', () => {
  it('passes on every setting of the server that production may have', () => {
    const setByImage = ['NODE_ENV', 'HOST', 'PORT', 'CARD_FRAME_PORT']
    const setByService = ['JOBS']
    const forTests = [...refusedInProduction, 'CRASH_POINT', 'RATE_LIMIT_SCALE', 'ALLOW_EMBEDDED_DB']
    const left = [...setByImage, ...setByService, ...forTests]
    const wanted = readByServer().filter((name) => !left.includes(name))
    expect(passed.map(({ name }) => name).toSorted()).toEqual(wanted.toSorted())
  })

  it('asks for what is required, except where it has the answer', () => {
    const answered = ['DATABASE_URL', 'TRUSTED_PROXIES']
    const asked = passed.filter(({ isRequired }) => isRequired).map(({ name }) => name)
    expect(asked.toSorted()).toEqual(
      requiredInProduction.filter((name) => !answered.includes(name)).toSorted(),
    )
  })

  it('names a database and a proxy that production accepts', () => {
    const valueOf = (name: string) =>
      new RegExp(`^ {4}${name}: \\$\\{${name}:-(.*)\\}$`, 'm').exec(compose)?.[1] ?? ''
    const env = {
      ...production,
      DATABASE_URL: valueOf('DATABASE_URL').replace('${DATABASE_PASSWORD:?}', 'pw'),
      TRUSTED_PROXIES: valueOf('TRUSTED_PROXIES'),
    }
    expect(env.DATABASE_URL).toBe('postgres://larkwell:pw@%2Fvar%2Frun%2Fpostgresql/larkwell')
    expect(readConfig(env).trustedProxies).toEqual([/gateway: (.*)/.exec(compose)?.[1]])
  })
})
