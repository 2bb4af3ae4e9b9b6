import { describe, expect, it } from 'vitest'
import type { TrackingIds } from '#domain/environment.ts'
import {
  cardFrameHeaders,
  deskHeaders,
  mailFrameHeaders,
  pageHeaders,
  securityHeaders,
} from './security-headers.ts'

const production = {
  portalOrigin: 'https://portal.larkwell.example',
  cardFrame: { origin: 'https://cards.larkwell.example', port: 3001 },
  stripeJsUrl: undefined,
  tracking: { chatAppId: null, errorReportUrl: null },
}
const headersOf = { 'The portal': securityHeaders, 'The card frame': cardFrameHeaders }

describe.each(Object.entries(headersOf))('%s in production', (name, headers) => {
  const policy = headers(production)['content-security-policy']

  it('loads scripts from itself and Stripe alone, none of them written into a page', () => {
    expect(policy).toContain("script-src 'self' https://js.stripe.com;")
    expect(policy).not.toMatch(/unsafe|\*(?!\.js\.stripe\.com)/)
  })

  it("shows Stripe's frames and calls Stripe", () => {
    expect(policy).toContain('https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com;')
    expect(policy).toContain("connect-src 'self' https://api.stripe.com;")
  })

  it('is reached by TLS alone', () => {
    expect(headers(production)['strict-transport-security']).toMatch(/max-age=31536000/)
  })

  it('is framed only by the portal', () => {
    const framer = name === 'The portal' ? "'none'" : production.portalOrigin
    expect(policy).toMatch(new RegExp(`frame-ancestors ${framer}$`))
  })
})

describe('The desk', () => {
  const policy = deskHeaders['content-security-policy']

  it('runs and calls only its own code, and is never framed', () => {
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("connect-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("form-action 'none'")
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval/)
  })

  it('shows a mail in its own frame, where nothing runs and nothing is fetched', () => {
    const inFrame = mailFrameHeaders['content-security-policy']
    expect(inFrame).toContain("default-src 'none'")
    expect(inFrame).toContain("frame-ancestors 'self'")
    expect(inFrame).not.toMatch(/script-src|connect-src|https?:/)
  })
})

describe('A third party that an installation configures', () => {
  const directivesOf = (headers: Record<string, string>) =>
    new Map(
      (headers['content-security-policy'] ?? '').split('; ').map((directive) => {
        const [name = '', ...sources] = directive.split(' ')
        return [name, sources]
      }),
    )
  const named = (tracking: Partial<TrackingIds>) => ({
    ...production,
    tracking: { ...production.tracking, ...tracking },
  })
  const own = directivesOf(securityHeaders(production))
  const [chat, reports] = [{ chatAppId: 'abc123' }, { errorReportUrl: 'https://key@errors.example:8443/7' }]

  it('answers chats: the widget loads, looks as it should and calls home', () => {
    const policy = directivesOf(securityHeaders(named(chat)))
    expect(policy.get('script-src')).toEqual([
      ...(own.get('script-src') ?? []),
      'https://widget.intercom.io',
      'https://js.intercomcdn.com',
    ])
    expect(policy.get('connect-src')).toEqual(
      expect.arrayContaining([
        ...(own.get('connect-src') ?? []),
        'https://*.intercom.io',
        'wss://*.intercom.io',
      ]),
    )
    expect(policy.get('style-src')).toContain("'unsafe-inline'")
    expect(policy.get('script-src')).not.toContain("'unsafe-inline'")
    expect(policy.get('frame-ancestors')).toEqual(["'none'"])
  })

  it('receives error reports: at its origin, without the key, and nothing else is allowed', () => {
    const policy = directivesOf(securityHeaders(named(reports)))
    const calls = [...(own.get('connect-src') ?? []), 'https://errors.example:8443']
    expect(policy).toEqual(new Map([...own, ['connect-src', calls]]))
  })

  it('runs no script on a page of the portal where a card is typed', () => {
    const plain = securityHeaders(production)['content-security-policy']
    expect(pageHeaders(named(chat), { isForCards: true })['content-security-policy']).toBe(plain)
    const policy = directivesOf(pageHeaders(named({ ...chat, ...reports }), { isForCards: true }))
    expect(policy.get('script-src')).toEqual(["'self'", 'https://js.stripe.com'])
  })

  it('leaves the inline script of a page to that page', () => {
    const inline = { scripts: ["'sha256-script'"], styles: ["'sha256-style'"] }
    const policy = directivesOf(pageHeaders(production, { isForCards: false, inline }))
    expect(policy.get('script-src')).toEqual(["'self'", 'https://js.stripe.com', "'sha256-script'"])
    expect(policy.get('style-src')).toEqual(["'self'", "'sha256-style'"])
    // A hash would disable the chat's own inline styles.
    const withChat = directivesOf(pageHeaders(named(chat), { isForCards: false, inline }))
    expect(withChat.get('script-src')).toContain("'sha256-script'")
    expect(withChat.get('style-src')).toEqual(["'self'", "'unsafe-inline'"])
  })

  it('comes nowhere near a card', () => {
    expect(cardFrameHeaders(named({ ...chat, ...reports }))).toEqual(cardFrameHeaders(production))
  })
})
