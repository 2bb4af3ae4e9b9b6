import { isIP } from 'node:net'
import { regions, type Region } from '#domain/region.ts'

export type Env = Record<string, string | undefined>

/** Completes the sentence "NAME …" for a value that is not accepted. Values are secrets and never part of it. */
export type Rule = { right: string; accepts: (value: string, env: Env) => boolean }

/** Public on purpose: production refuses it. */
export const developmentSecret = 'development-only-secret-that-production-refuses'
export const developmentKey = Buffer.from(developmentSecret).subarray(0, 32).toString('base64')

/** From ranges that belong to nobody. */
export const examplePhones = { AU: '1300 139 445', UK: '020 7946 0445' } as const

/** Numbers that no register gives out. */
export const exampleEntities = {
  AU: { name: 'Larkwell Pty Ltd', number: '12 345 678 901' },
  UK: { name: 'Larkwell UK Ltd', number: '00000000' },
} as const

export const given: Rule = { right: 'must be the one your provider gave you', accepts: isNotOfSandbox }
export const https: Rule = {
  right: 'must begin with https:// and name another machine',
  accepts: (value) => hasProtocol(value, 'https:') && !isThisMachine(hostOf(value)),
}
export const origin: Rule = {
  right: 'must be an origin that begins with https://, without a path',
  accepts: (value) => hasProtocol(value, 'https:') && new URL(value).origin === value,
}
export const page: Rule = {
  right: 'must be the https:// address of your own page, not an example',
  accepts: (value) => hasProtocol(value, 'https:') && !isExample(hostOf(value)),
}
export const mailbox: Rule = {
  right: 'must be an e-mail address of your own, not an example',
  accepts: (value) => {
    const domain = /@([^\s@>]+)>?$/.exec(value)?.[1]
    return domain !== undefined && !isExample(domain)
  },
}
export const strong: Rule = {
  right: 'needs at least 32 random characters, and must not be a default',
  accepts: isStrong,
}
export const strongKeys: Rule = {
  right: 'needs keys "id:secret" of at least 32 random characters, none of them a default',
  accepts: (value) => listOf(value).every((key) => isStrong(key.slice(key.indexOf(':') + 1))),
}
export const randomKeys: Rule = {
  right: 'needs keys "id:32 random bytes in base64", none of them a default',
  accepts: (value) => listOf(value).every((key) => isRandomKey(key.slice(key.indexOf(':') + 1))),
}
export const signingSecret: Rule = {
  right: 'must be the signing secret that Stripe shows (whsec_…)',
  accepts: (value) => value.startsWith('whsec_') && isStrong(value),
}
export const verifiedDatabase: Rule = {
  right: 'needs sslmode=verify-full, unless the database is on this machine',
  accepts: isVerifiedDatabase,
}
export const notThePortal: Rule = {
  right: 'must differ from PORTAL_ORIGIN',
  accepts: (value, env) => value !== env['PORTAL_ORIGIN'],
}
export const ownProxies: Rule = {
  right: 'must list the addresses of your own proxies, not of everybody',
  accepts: (value) => listOf(value).every((address) => Number(address.split('/')[1] ?? 32) >= 8),
}
export const encryptedMail: Rule = {
  right: 'must begin with smtps://, or with smtp:// and end with ?requireTLS=true, and name another machine',
  accepts: isEncryptedMail,
}
export const httpsOrHere: Rule = {
  right: 'must begin with https://, unless the scanner is on this machine',
  accepts: (value) => hasProtocol(value, 'https:') || isThisMachine(hostOf(value)),
}
export const ownPhone: Rule = { right: 'must be your own number, not the example', accepts: isNoExamplePhone }
export const companyNumber: Record<Region, Rule> = {
  AU: { right: 'must be your ABN, eleven digits, not the example', accepts: isAbn },
  UK: {
    right: 'must be your company number, eight characters, not the example',
    accepts: (value) => /^([A-Z]{2}|\d{2})\d{6}$/.test(value) && value !== exampleEntities.UK.number,
  },
}
/** Without NODE_ENV=production none of the rules for production apply. Real money must not move then. */
export const noLiveKey: Rule = {
  right: 'is a live key, which needs NODE_ENV=production',
  accepts: (value) => !/^[rs]k_live_/.test(value),
}

/** Undefined for what is no JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

export function liveKey(...prefixes: string[]): Rule {
  const wanted = prefixes.map((prefix) => `${prefix}…`).join(' or ')
  return {
    right: `must be a live key (${wanted}), not a test key`,
    accepts: (value) => prefixes.some((prefix) => value.startsWith(prefix)),
  }
}

/** One key for both would book one region's payments to the other's account. The later one is the wrong one. */
export function ownKey(name: string, region: Region): Rule {
  const others = regions.slice(0, regions.indexOf(region)).map((other) => `${name}_${other}`)
  return {
    right: `must differ from ${others.join(' and ')}: each region has its own Stripe account`,
    accepts: (value, env) => others.every((other) => value !== env[other]),
  }
}

/** Not a default, no repetition of a shorter text, and of more than a few different characters. */
function isStrong(secret: string): boolean {
  const isRepetition = (secret + secret).indexOf(secret, 1) < secret.length
  return secret.length >= 32 && secret !== developmentSecret && !isRepetition && new Set(secret).size >= 8
}

/** 32 random bytes almost never have fewer than 20 different values. */
function isRandomKey(encoded: string): boolean {
  const bytes = Buffer.from(encoded, 'base64')
  return bytes.toString('base64') !== developmentKey && new Set(bytes).size >= 20
}

/** Takes the address apart by hand, because a list of hosts is not a URL. */
function isVerifiedDatabase(value: string): boolean {
  const [, authority = '', query = ''] = /^postgres(?:ql)?:\/\/([^/?]*)[^?]*(?:\?(.*))?$/.exec(value) ?? []
  const parameters = new URLSearchParams(query)
  // Of several, the driver takes the last.
  if (parameters.getAll('sslmode').at(-1) === 'verify-full') return true
  const hosts = (parameters.get('host') ?? authority.slice(authority.lastIndexOf('@') + 1)).split(',')
  return hosts.every((host) => {
    const name = decodeURIComponent(host).replace(/:\d+$/, '')
    // A path is a Unix socket.
    return name.startsWith('/') || isThisMachine(name)
  })
}

function isEncryptedMail(value: string): boolean {
  if (!hasProtocol(value, 'smtps:', 'smtp:')) return false
  const { protocol, searchParams, hostname } = new URL(value)
  const isChecked = searchParams.get('tls.rejectUnauthorized') !== 'false'
  const isEncrypted =
    protocol === 'smtps:' ||
    (searchParams.get('requireTLS') === 'true' && searchParams.get('ignoreTLS') !== 'true')
  return isEncrypted && isChecked && !isThisMachine(hostname)
}

function isNotOfSandbox(value: string): boolean {
  return !value.toLowerCase().includes('sandbox')
}

function isNoExamplePhone(value: string): boolean {
  const digits = (text: string) => text.replaceAll(/\D/g, '').slice(-9)
  return Object.values(examplePhones).every((example) => digits(value) !== digits(example))
}

export function hasProtocol(value: string, ...protocols: string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol)
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname : '')

function isThisMachine(host: string): boolean {
  const name = host.replaceAll(/[[\]]/g, '')
  if (isIP(name) === 4) return name.startsWith('127.') || name === '0.0.0.0'
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1'
}

/** Names that are set aside for documentation and tests. */
function isExample(host: string): boolean {
  return /(^|\.)(example|test|invalid|localhost|example\.(com|org|net))$/i.test(host)
}

/** The two digits in front check the others: https://abr.business.gov.au/Help/AbnFormat */
function isAbn(value: string): boolean {
  const digits = Array.from(value.replaceAll(' ', ''), Number)
  if (digits.length !== 11 || !digits.every(Number.isInteger)) return false
  const weights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]
  const sum = digits.reduce((all, digit, at) => all + (at === 0 ? digit - 1 : digit) * (weights[at] ?? 0), 0)
  return sum % 89 === 0
}
