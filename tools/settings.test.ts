import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { serverSettings } from '#server/platform/settings/server-settings.ts'
import { inProject } from './project.ts'
import { settingGroups, settingsDoc, settingsFile } from './settings-doc.ts'
import { production } from './testing/production-settings.ts'
import { readSources } from './tidy/source.ts'

const declared = Object.values(settingGroups).flatMap((settings) => Object.keys(settings))
const inProduction = (word: 'required' | 'refused') =>
  Object.entries(serverSettings).flatMap(([name, setting]) => (setting.production === word ? name : []))

/** In the programs around the server, settings are named as they are. */
function readAround(): string[] {
  const isProgram = /^(sandbox|ops|tools|web|e2e)\/(?!bench\/).*\.(ts|mjs)$/
  const mention = /(?:env\.|env\['|env\[`|portFrom\(')([A-Z][A-Z_]+)/g
  return readSources()
    .filter(({ path }) => isProgram.test(path) && !path.endsWith('.test.ts'))
    .flatMap(({ text }) => [...text.matchAll(mention)].map(([, name = '']) => name.replace(/_$/, '_AU')))
}

/** Of every program on the system, or only between our own processes. */
const ofTheSystem = ['PATH', 'CI', 'PORTAL_URL', 'SERVER_ENV', 'DATABASE_PID', 'NODE_OPTIONS']

const compose = readFileSync(inProject('compose.yaml'), 'utf8')
const passed = [
  ...(/&settings\n(.*?)\n {2}volumes/s.exec(compose)?.[1] ?? '').matchAll(/^ {4}([A-Z_]+):(.*)$/gm),
].map(([, name = '', value = '']) => ({ name, isRequired: value.includes(':?}') && !value.includes(':-') }))

describe('docs/settings.md', () => {
  it('is as the code has it: npm run docs makes it so', () => {
    const document = readFileSync(settingsFile, 'utf8')
    expect(settingsDoc(document)).toBe(document)
    expect(declared.filter((name) => !document.includes(`\`${name}\``))).toEqual([])
  })

  it('has every setting that is read anywhere, once', () => {
    const unknown = readAround().filter((name) => !declared.includes(name) && !ofTheSystem.includes(name))
    expect(unknown).toEqual([])
    expect(declared.filter((name, at) => declared.indexOf(name) !== at)).toEqual([])
  })
})

describe('compose.yaml', () => {
  it('passes on every setting of the server that production may have', () => {
    const setByImage = ['NODE_ENV', 'HOST', 'PORT', 'CARD_FRAME_PORT']
    const setByService = ['JOBS']
    const forTests = [...inProduction('refused'), 'CRASH_POINT', 'RATE_LIMIT_SCALE', 'ALLOW_EMBEDDED_DB']
    const left = [...setByImage, ...setByService, ...forTests]
    const wanted = Object.keys(serverSettings).filter((name) => !left.includes(name))
    expect(passed.map(({ name }) => name).toSorted()).toEqual(wanted.toSorted())
  })

  it('asks for what is required, except where it has the answer', () => {
    const answered = ['DATABASE_URL', 'TRUSTED_PROXIES']
    const asked = passed.filter(({ isRequired }) => isRequired).map(({ name }) => name)
    expect(asked.toSorted()).toEqual(
      inProduction('required')
        .filter((name) => !answered.includes(name))
        .toSorted(),
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
