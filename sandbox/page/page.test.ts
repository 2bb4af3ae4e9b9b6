import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Message } from '../inbox/inbox.ts'
import { startSandbox } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'

describe('the inspection page', () => {
  const pageFolder = mkdtempSync(join(tmpdir(), 'sandbox-page-'))
  let sandbox: Sandbox
  beforeAll(async () => {
    mkdirSync(join(pageFolder, 'assets'))
    writeFileSync(join(pageFolder, 'sandbox-page.html'), '<title>The page</title>')
    writeFileSync(join(pageFolder, 'assets', 'page-B1_x-2.js'), '1')
    writeFileSync(join(pageFolder, 'assets', 'page.ts'), '1')
    sandbox = await startSandbox({ pageFolder })
  })
  afterAll(async () => {
    await sandbox.close()
    rmSync(pageFolder, { recursive: true })
  })

  it.each(['', '/families', '/inbox/MLff4c19', '/payments/refunds'])(
    'is at /_sandbox%s, runs only its own scripts, and loads nothing from elsewhere',
    async (view) => {
      const reply = await fetch(`${sandbox.url}/_sandbox${view}`)
      const policy = reply.headers.get('content-security-policy')
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
      expect(policy).not.toContain('unsafe')
      expect(await reply.text()).toContain('The page')
    },
  )

  it('has the files of its build', async () => {
    const reply = await fetch(`${sandbox.url}/_sandbox/assets/page-B1_x-2.js`)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
  })

  it.each([
    '/_sandbox/assets/..%2Fsandbox-page.html',
    '/_sandbox/assets/page.ts',
    '/_sandbox/assets/missing.js',
    '/_sandbox/api/nothing',
  ])('serves nothing else: %s', async (path) => {
    expect((await fetch(sandbox.url + path)).status).toBe(404)
  })

  it('says what to run if it is not built', async () => {
    const unbuilt = await startSandbox({ pageFolder: join(pageFolder, 'nowhere') })
    const reply = await fetch(`${unbuilt.url}/_sandbox`)
    expect(reply.status).toBe(503)
    expect(await reply.text()).toContain('npm start')
    await unbuilt.close()
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
