import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSandbox } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'

describe('Stripe.js', () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await startSandbox()
  })
  afterAll(() => sandbox.close())
  const read = async (path: string) => {
    const reply = await fetch(sandbox.url + path)
    return { status: reply.status, headers: reply.headers, text: await reply.text() }
  }

  it('is one classic script that defines window.Stripe at once', async () => {
    const { text, headers } = await read('/endive/stripe.js')
    expect(headers.get('content-type')).toContain('text/javascript')
    const window: { Stripe?: { version?: string } } = {}
    const document = { currentScript: { src: `${sandbox.url}/endive/stripe.js` } }
    runInNewContext(text, { window, document, URL, addEventListener: () => undefined })
    expect(window.Stripe?.version).toBe('endive')
  })

  it('fails to load on request, as often as requested', async () => {
    await fetch(`${sandbox.url}/_sandbox/api/faults`, {
      method: 'POST',
      body: JSON.stringify({ provider: 'stripe-js', action: 'scriptError' }),
    })
    expect((await read('/endive/stripe.js')).status).toBe(500)
    expect((await read('/endive/stripe.js')).status).toBe(200)
  })

  const frames = ['controller', 'field', 'payment', 'express', 'sheet', '3ds']

  it.each(frames)('has a frame %s that runs only our own files, on any page', async (name) => {
    const { text, headers } = await read(`/frames/${name}.html`)
    const policy = headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(policy).toContain('frame-ancestors *')
    expect(policy).not.toContain('unsafe')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(text).not.toMatch(/\{\{|<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/)
  })

  it.each(frames)('has every file the frame %s names', async (name) => {
    const waiting = [`/frames/${name}.html`]
    const seen = new Set<string>()
    while (waiting.length > 0) {
      const path = waiting.pop()!
      if (seen.has(path)) continue
      seen.add(path)
      const { status, text } = await read(path)
      expect([path, status]).toEqual([path, 200])
      waiting.push(...(text.match(/\/frames\/[\w-]+\.(?:js|css|svg)/g) ?? []))
      waiting.push(...[...text.matchAll(/from '\.\/([\w-]+\.js)'/g)].map(([, file]) => `/frames/${file}`))
    }
    expect(seen.size).toBeGreaterThan(2)
  })

  it("gives its frames the sandbox's time", async () => {
    const body = JSON.stringify({ now: '2031-05-10T00:00:00Z' })
    await fetch(`${sandbox.url}/_sandbox/api/clock`, { method: 'POST', body })
    expect((await read('/frames/field.html')).text).toContain('data-now="2031-05-10T00:00')
  })

  it.each(['/frames/stripe-js.ts', '/frames/..%2Fstripe-js.ts', '/frames/card-rules.d.ts', '/frames/x.html'])(
    'serves nothing else: %s',
    async (path) => {
      expect((await read(path)).status).toBe(404)
    },
  )
})
