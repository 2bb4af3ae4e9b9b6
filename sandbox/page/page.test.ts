import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Message } from '../inbox/inbox.ts'
import { startSandbox } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'

describe('the inspection page', () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await startSandbox()
  })
  afterAll(() => sandbox.close())

  it('runs no script but its own files, and asks nobody else for anything', async () => {
    const reply = await fetch(`${sandbox.url}/_sandbox`)
    const policy = reply.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(policy).not.toContain('unsafe')
    const html = await reply.text()
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|https?:\/\//)
  })

  it('has every file that it names', async () => {
    const read = async (path: string) => {
      const reply = await fetch(sandbox.url + path)
      expect([path, reply.status]).toEqual([path, 200])
      return reply.text()
    }
    const waiting = ['/_sandbox']
    const seen = new Set<string>()
    while (waiting.length > 0) {
      const path = waiting.pop()!
      if (seen.has(path)) continue
      seen.add(path)
      const text = await read(path)
      waiting.push(...(text.match(/\/_sandbox\/(?:assets|fonts)\/[\w-]+\.\w+/g) ?? []))
      const modules = path.endsWith('.js') ? text.matchAll(/from '\.\/([\w-]+\.js)'/g) : []
      waiting.push(...[...modules].map(([, name]) => `/_sandbox/assets/${name}`))
    }
    expect([...seen].filter((path) => path.endsWith('.js')).length).toBeGreaterThan(5)
    expect([...seen]).toContain('/_sandbox/fonts/figtree.woff2')
  })

  it.each(['/_sandbox/assets/..%2Fpage.ts', '/_sandbox/assets/page.ts', '/_sandbox/fonts/x.woff2'])(
    'gives away nothing else: %s',
    async (path) => {
      expect((await fetch(sandbox.url + path)).status).toBe(404)
    },
  )

  it('shows a mail without its scripts and pictures, with links for a new tab', async () => {
    await createTransport(sandbox.smtpUrl).sendMail({
      from: 'a@b.test',
      to: 'c@d.test',
      html: '<html><head><title>x</title></head><body><script>alert(1)</script></body></html>',
    })
    const list = await fetch(`${sandbox.url}/_sandbox/api/messages`)
    const { messages } = (await list.json()) as { messages: Message[] }
    const reply = await fetch(`${sandbox.url}/_sandbox/mail/${messages[0]?.id}`)
    const policy = reply.headers.get('content-security-policy')
    expect(policy).toContain("sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'")
    expect(policy).not.toContain('allow-scripts')
    expect(await reply.text()).toContain('<head><base target="_blank"><title>')
  })

  it('is where the address alone leads', async () => {
    expect((await fetch(sandbox.url)).url).toBe(`${sandbox.url}/_sandbox`)
  })
})
