import { describe, expect, it } from 'vitest'
import { apiOrigin, environmentOf, flagsFor } from './environment.ts'

describe('The environment of a host', () => {
  it.each([
    ['localhost', 'localhost'],
    ['localhost:3000', 'localhost'],
    ['LOCALHOST:3000', 'localhost'],
    ['127.0.0.1', 'localhost'],
    ['127.0.0.1:5173', 'localhost'],
    ['[::1]:3000', 'localhost'],
    ['beta.larkwell.example', 'beta'],
    ['Beta.larkwell.example:8443', 'beta'],
    ['feature-x.larkwell.example', 'beta'],
    ['feature-pay-now-2.larkwell.example', 'beta'],
    ['feature.larkwell.example', 'beta'],
    ['portal.larkwell.example', 'prod'],
    ['larkwell.example', 'prod'],
    ['betamax.example', 'prod'],
    ['features.larkwell.example', 'prod'],
    ['alphabeta.larkwell.example', 'prod'],
    ['portal.beta-school.example', 'prod'],
    ['localhost.larkwell.example', 'prod'],
    ['127.0.0.1.larkwell.example', 'prod'],
    ['beta', 'prod'],
    ['', 'prod'],
  ])('%o is %s', (host, environment) => {
    expect(environmentOf(host)).toBe(environment)
  })
})

describe('The origin of the API', () => {
  const local = { origin: 'http://localhost:5173', protocol: 'http:', hostname: 'localhost' }
  const live = {
    origin: 'https://portal.larkwell.example',
    protocol: 'https:',
    hostname: 'portal.larkwell.example',
  }

  it.each([
    ['in development is a port of the same host', local, { isDevelopment: true }, 'http://localhost:3001'],
    [
      'in development is the port that was set',
      local,
      { isDevelopment: true, apiPort: 3000 },
      'http://localhost:3000',
    ],
    [
      'is the page itself when a local server serves both',
      local,
      { isDevelopment: false },
      'http://localhost:5173',
    ],
    ['is the page itself everywhere else', live, undefined, 'https://portal.larkwell.example'],
  ])('%s', (_, page, options, origin) => {
    expect(apiOrigin(page, options)).toBe(origin)
  })
})

describe('Feature flags', () => {
  const live = { uploadInvoices: true, hideStatements: false, hideEarlyPayments: false, staffMayPay: false }
  const local = { ...live, uploadInvoices: false }

  it.each([
    ['prod', {}, live],
    ['beta', {}, live],
    ['localhost', {}, local],
    ['prod', { hideStatements: true }, { ...live, hideStatements: true }],
    ['beta', { uploadInvoices: false }, { ...live, uploadInvoices: false }],
    ['localhost', { uploadInvoices: true, hideStatements: true }, local],
    ['prod', { hideEarlyPayments: true }, { ...live, hideEarlyPayments: true }],
    ['prod', { staffMayPay: true }, { ...live, staffMayPay: true }],
    ['localhost', { hideEarlyPayments: true }, { ...local, hideEarlyPayments: true }],
  ] as const)('in %s with %j set are %j', (environment, set, flags) => {
    expect(flagsFor(environment, set)).toEqual(flags)
  })
})
