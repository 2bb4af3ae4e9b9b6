import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const start = (env: Record<string, string>) =>
  spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'], SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0', ...env },
  })

describe('the sandbox as a process', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'prints its address in one line, and exits cleanly on %s',
    async (signal) => {
      const child = start({})
      const [line] = (await once(child.stdout, 'data')) as [Buffer]
      const form =
        /^Sandbox ready: (http:\/\/127\.0\.0\.1:\d+)\/_sandbox, mail at smtp:\/\/127\.0\.0\.1:\d+\n$/
      const [, url] = form.exec(line.toString()) ?? []
      const openPage = await fetch(`${url}/_sandbox/api/events`)
      child.kill(signal)
      expect(await once(child, 'exit')).toEqual([0, null])
      await expect(openPage.text()).rejects.toThrow('terminated')
    },
  )

  it.each([
    ['SANDBOX_PORT', 'here', 'must be a port number, not "here"'],
    ['SANDBOX_SMTP_PORT', '70000', 'must be a port number, not "70000"'],
    ['STRIPE_WEBHOOK_URL_AU', 'webhooks', 'must be an address that begins with http:// or https://'],
    ['SANDBOX_HOST', '203.0.113.7', 'must be an address of this machine, not "203.0.113.7" (EADDRNOTAVAIL)'],
  ])('lists %s=%s as wrong, and nothing else', async (name, value, right) => {
    const child = start({ [name]: value })
    let output = ''
    child.stderr.on('data', (text: Buffer) => (output += text.toString()))
    expect((await once(child, 'close'))[0]).toBe(1)
    expect(output).toBe(`One setting is wrong (docs/settings.md explains them):\n- ${name} ${right}\n`)
  })

  it.each([
    ['CLOCK_FILE', '{"off', 'must hold {"offsetMs": number}; remove it to return to the real time.'],
    [
      'CLOCK_FILE',
      '{"offsetMs":"1"}',
      'must hold {"offsetMs": number}; remove it to return to the real time.',
    ],
    ['SANDBOX_STATE', '{"form', 'is not a snapshot of this sandbox; move it away to start empty.'],
  ])('says in a sentence that the file of %s is broken: %s', async (name, content, sentence) => {
    const folder = await mkdtemp(join(tmpdir(), 'sandbox-broken-'))
    const file = join(folder, 'file.json')
    await writeFile(file, content)
    const child = start({ [name]: file })
    let output = ''
    child.stderr.on('data', (text: Buffer) => (output += text.toString()))
    expect((await once(child, 'close'))[0]).toBe(1)
    expect(output).toBe(`${file} ${sentence}\n`)
    await rm(folder, { recursive: true })
  })
})
