import { spawn } from 'node:child_process'
import { once } from 'node:events'
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

  it('does not start on an invalid port', async () => {
    const child = start({ SANDBOX_PORT: 'here' })
    const [text] = (await once(child.stderr, 'data')) as [Buffer]
    expect(text.toString()).toContain('SANDBOX_PORT must be a port number, not "here"')
    expect((await once(child, 'exit'))[0]).toBe(1)
  })
})
