import { describe, expect, it } from 'vitest'
import { cardFrameHeaders, securityHeaders } from './security-headers.ts'

const production = {
  portalOrigin: 'https://portal.larkwell.example',
  cardFrame: { origin: 'https://cards.larkwell.example', port: 3001 },
  stripeJsUrl: undefined,
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

  it('is framed by nobody but the portal', () => {
    const framer = name === 'The portal' ? "'none'" : production.portalOrigin
    expect(policy).toMatch(new RegExp(`frame-ancestors ${framer}$`))
  })
})
