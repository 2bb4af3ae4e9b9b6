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

  it('runs only its own scripts, and loads nothing from elsewhere', async () => {
    const reply = await fetch(`${sandbox.url}/_sandbox`)
    const policy = reply.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(policy).not.toContain('unsafe')
    const html = await reply.text()
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|https?:\/\//)
  })

  it('has every file it names', async () => {
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
    'serves nothing else: %s',
    async (path) => {
      expect((await fetch(sandbox.url + path)).status).toBe(404)
    },
  )

  const textAt = async (path: string) => (await fetch(sandbox.url + path)).text()
  const allOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name)

  it('has a name for every action of a switch, and a hint for every provider', async () => {
    const { providers } = JSON.parse(await textAt('/_sandbox/api/faults')) as {
      providers: Record<string, string[]>
    }
    const module = await textAt('/_sandbox/assets/switch-words.js')
    const named = allOf(module, /^ {2}'?([\w:<>-]+)'?: ['{]/gm)
    expect(Object.keys(providers)).toEqual(expect.arrayContaining(['stripe', 'stripe-webhooks', 'stripe-js']))
    expect(named).toEqual(
      expect.arrayContaining([...Object.keys(providers), ...Object.values(providers).flat()]),
    )
  })

  const moduleOf = (name: string) =>
    import(new URL(`browser/${name}`, import.meta.url).href) as Promise<unknown>

  it('has only recipes that the sandbox can carry out', async () => {
    type Recipe = { name: string; words: string; rule: object }
    const { recipes } = (await moduleOf('recipe-list.js')) as { recipes: Recipe[] }
    expect(recipes.map(({ name }) => name)).toContain('Next debit bounces')
    for (const { name, rule } of recipes) {
      const body = JSON.stringify(rule)
      const reply = await fetch(`${sandbox.url}/_sandbox/api/faults`, { method: 'POST', body })
      expect([name, reply.status]).toEqual([name, 201])
    }
    await fetch(`${sandbox.url}/_sandbox/api/faults`, { method: 'DELETE' })
  })

  it.each([
    ['2026-11-25T07:00', 'AU', '2026-11-24T20:00:00.000Z'],
    ['2026-07-01T07:00', 'AU', '2026-06-30T21:00:00.000Z'],
    ['2026-11-25T07:00', 'UK', '2026-11-25T07:00:00.000Z'],
    ['2026-07-01T07:00', 'UK', '2026-07-01T06:00:00.000Z'],
    // The nights on which the clocks change.
    ['2026-10-04T01:59', 'AU', '2026-10-03T15:59:00.000Z'],
    ['2026-10-04T03:00', 'AU', '2026-10-03T16:00:00.000Z'],
    ['2026-10-25T12:00', 'UK', '2026-10-25T12:00:00.000Z'],
  ])('reads %s in the time of %s', async (text, region, moment) => {
    const { momentOf, forField } = (await moduleOf('time.js')) as {
      momentOf(text: string, region: string): Date
      forField(moment: Date, region: string): string
    }
    expect(momentOf(text, region).toISOString()).toBe(moment)
    expect(forField(momentOf(text, region), region)).toBe(text)
  })

  it('has a text for the outcome of every test card and test account', async () => {
    type Datum = { number: string; outcome: { kind: string } }
    const data = JSON.parse(await textAt('/_sandbox/api/stripe/test-data')) as {
      cards: Datum[]
      accounts: Datum[]
    }
    expect(data.cards.map(({ number }) => number)).toContain('4000002760003184')
    expect(data.accounts.map(({ number }) => number)).toContain('00033333')
    const module = await textAt('/_sandbox/assets/test-data.js')
    const named = allOf(module, /^ {2}'?([\w-]+)'?: \(/gm)
    const kinds = [...data.cards, ...data.accounts].map(({ outcome }) => outcome.kind)
    expect(named).toEqual(expect.arrayContaining(kinds))
  })

  it('shows a mail without its scripts and pictures, with links that open in a new tab', async () => {
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

  it('is at the root address', async () => {
    expect((await fetch(sandbox.url)).url).toBe(`${sandbox.url}/_sandbox`)
  })
})
