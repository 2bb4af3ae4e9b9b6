import { describe, expect, it } from 'vitest'
import { addFamily } from '#tools/testing/family.ts'
import { testServer } from '#tools/testing/server.ts'
import { buildWebWhenStale } from '#tools/web-build.ts'
import { cardFormLifeMs } from '#domain/card-entry.ts'
import { markCardEntryUsed, openCardForm, startCardEntry, tokenizationUrl } from './card-entry.ts'

await buildWebWhenStale()
const server = await testServer()
const { deps } = server
const { origin } = deps.config.cardFrame
const { accountId } = await addFamily(server, { email: 'frame@demo.example', mobile: null })

const open = () => tokenizationUrl(deps, { accountId, region: 'AU' })

async function get(url: string) {
  const reply = await fetch(new URL(url, origin))
  const text = await reply.text()
  const json = /<script type="application\/json" id="settings">(.*?)<\/script>/.exec(text)?.[1]
  return { status: reply.status, headers: reply.headers, text, settings: json && JSON.parse(json) }
}

const directives = (policy: string | null) =>
  Object.fromEntries(
    (policy ?? '').split('; ').map((each) => [each.split(' ')[0], each.replace(/^\S+ /, '')]),
  )

describe('The page of the card frame', () => {
  it('is told by its server whom it serves, and by nobody else', async () => {
    const url = await open()
    const { status, settings } = await get(`${url}&parentOrigin=https://evil.example`)
    expect(status).toBe(200)
    expect(settings).toEqual({
      parentOrigin: deps.config.portalOrigin,
      form: {
        session: new URL(url).searchParams.get('session'),
        publishableKey: 'pk_test_sandbox_au',
        stripeJsUrl: `${server.sandboxUrl}/endive/stripe.js`,
      },
    })
  })

  it('has the key of the region', async () => {
    const { settings } = await get(await tokenizationUrl(deps, { accountId, region: 'UK' }))
    expect(settings.form.publishableKey).toBe('pk_test_sandbox_uk')
  })

  it.each([
    ['no session', async () => '/card-frame'],
    ['a forged session', async () => '/card-frame?session=</script><script>alert(1)</script>'],
    ['two sessions', async () => `${await open()}&session=b`],
    [
      'a session that was used',
      async () => {
        const url = await open()
        const form = await openCardForm(deps, new URL(url).searchParams.get('session') ?? '', '127.0.0.1')
        await startCardEntry(deps, form, '127.0.0.1')
        await markCardEntryUsed(deps.db, { accountId, cardEntryId: form.id, now: deps.clock() })
        return url
      },
    ],
    [
      'a session that is over',
      async () => {
        const url = await open()
        await server.travel(cardFormLifeMs)
        return url
      },
    ],
  ])('says so, in the form of a page, with %s', async (_, address) => {
    const { status, settings, headers } = await get(await address())
    expect(status).toBe(409)
    expect(headers.get('content-type')).toMatch(/^text\/html/)
    expect(settings).toEqual({
      parentOrigin: deps.config.portalOrigin,
      refusal: 'The card form has expired. Please enter your card again.',
    })
  })

  it('may stand in the portal alone, and loads nothing but itself and Stripe', async () => {
    const { headers } = await get(await open())
    expect(directives(headers.get('content-security-policy'))).toEqual({
      'default-src': "'none'",
      'script-src': `'self' ${server.sandboxUrl}`,
      'style-src': "'self'",
      'img-src': "'self' data:",
      'font-src': "'self'",
      'connect-src': "'self'",
      'frame-src': server.sandboxUrl,
      'form-action': "'none'",
      'base-uri': "'none'",
      'frame-ancestors': deps.config.portalOrigin,
    })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{20,}$/)
    expect(headers.get('set-cookie')).toBeNull()
    expect(headers.get('x-frame-options')).toBeNull()
  })

  it('brings its files, which never change under their names', async () => {
    const { text } = await get(await open())
    const files = [...text.matchAll(/(?:src|href)="(\/card-frame\/assets\/[^"]+)"/g)].map(([, file]) => file!)
    expect(files.map((file) => file.replace(/^.*\./, '')).sort()).toEqual(['css', 'js', 'woff2'])
    for (const file of files) {
      const { status, headers } = await get(file)
      expect(status).toBe(200)
      expect(headers.get('cache-control')).toMatch(/immutable/)
      expect(headers.get('access-control-allow-origin')).toBe(file.endsWith('.woff2') ? '*' : null)
    }
  })
})

describe("The card frame's origin", () => {
  it.each([
    '/',
    '/login',
    '/index.html',
    '/api/settings',
    '/readyz',
    '/metrics',
    '/card-frame/assets/',
    '/card-frame/../index.html',
  ])('does not serve %s', async (path) => {
    const reply = await fetch(origin + path)
    expect(reply.status).toBe(404)
    expect(await reply.json()).toMatchObject({ code: 'not_found' })
    expect(reply.headers.get('content-security-policy')).toMatch(/default-src 'none'/)
  })

  it('reads JSON alone', async () => {
    const reply = await fetch(`${origin}/card-frame/setup-intent`, { method: 'POST', body: 'session=a' })
    expect(reply.status).toBe(415)
  })

  it('lets no other origin read what it answers', async () => {
    const reply = await fetch(`${origin}/card-frame/setup-intent`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
      body: '{}',
    })
    expect(reply.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('The portal', () => {
  it('frames the card form, and Stripe, and nothing else', async () => {
    const { headers } = await server.call('GET /login')
    const policy = directives(headers.get('content-security-policy'))
    expect(policy['frame-src']).toBe(`${origin} ${server.sandboxUrl}`)
    const scripts: string[] = policy['script-src']?.split(' ') ?? []
    // Its own two inline scripts are known by their hash.
    expect(scripts.filter((source) => !source.startsWith("'sha256-"))).toEqual(["'self'", server.sandboxUrl])
    expect(policy['connect-src']).toBe("'self'")
    expect(policy['frame-ancestors']).toBe("'none'")
  })
})
