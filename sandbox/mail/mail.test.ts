import { createTransport } from 'nodemailer'
import type { SendMailOptions } from 'nodemailer'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Message } from '../inbox/inbox.ts'
import { startSandbox } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'

describe('mail', () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await startSandbox()
  })
  afterAll(() => sandbox.close())
  beforeEach(async () => {
    await fetch(`${sandbox.url}/_sandbox/api/reset`, { method: 'POST' })
  })

  const send = (mail: SendMailOptions, timeoutMs = 60_000) =>
    createTransport({ url: sandbox.smtpUrl, socketTimeout: timeoutMs } as object).sendMail({
      from: '"Larkwell" <hello@larkwell.test>',
      to: 'amelia@example.test',
      subject: 'Your log-in link – £',
      text: 'Log in at http://127.0.0.1:3000/login?token=abc.',
      ...mail,
    })
  const inbox = async () => {
    const reply = await fetch(`${sandbox.url}/_sandbox/api/messages?kind=email`)
    return ((await reply.json()) as { messages: Message[] }).messages
  }
  const setFault = async (rule: object) => {
    const body = JSON.stringify({ provider: 'smtp', times: 1, ...rule })
    expect((await fetch(`${sandbox.url}/_sandbox/api/faults`, { method: 'POST', body })).status).toBe(201)
  }

  it('arrives as it was sent: text, HTML, link and attachment', async () => {
    await send({
      html: '<p>Hello, <a href="http://127.0.0.1:3000/login?token=abc">log in</a></p>',
      attachments: [{ filename: 'invoice.pdf', content: Buffer.from([37, 80, 68, 70, 255]) }],
    })
    const [mail] = await inbox()
    expect(mail).toMatchObject({
      id: expect.stringMatching(/^ML[\da-f]{32}$/),
      seq: 1,
      kind: 'email',
      to: 'amelia@example.test',
      from: 'Larkwell <hello@larkwell.test>',
      subject: 'Your log-in link – £',
      text: 'Log in at http://127.0.0.1:3000/login?token=abc.',
      html: expect.stringContaining('<p>Hello, <a'),
      links: ['http://127.0.0.1:3000/login?token=abc'],
      attachments: [{ filename: 'invoice.pdf', mimeType: 'application/pdf', size: 5 }],
    })
    const address = `${sandbox.url}/_sandbox/api/messages/${mail?.id}`
    expect(await (await fetch(address)).json()).toEqual(mail)
    expect(await (await fetch(`${address}/raw`)).text()).toContain('\r\nMIME-Version: 1.0\r\n')
    const attachment = await fetch(`${address}/attachments/0`)
    expect(Buffer.from(await attachment.arrayBuffer())).toEqual(Buffer.from([37, 80, 68, 70, 255]))
    expect((await fetch(`${address}/attachments/1`)).status).toBe(404)
  })

  it('is one message to several recipients, and found for each', async () => {
    await send({ to: ['amelia@example.test', 'Ben.Hart+fees@Example.test'] })
    for (const to of ['amelia@example.test', 'ben.hart+fees@example.test']) {
      const reply = await fetch(`${sandbox.url}/_sandbox/api/messages?to=${to}`)
      expect(((await reply.json()) as { messages: Message[] }).messages).toHaveLength(1)
    }
  })

  it('may be sent with any credentials', async () => {
    const url = sandbox.smtpUrl.replace('smtp://', 'smtp://user:word@')
    await createTransport(url).sendMail({ from: 'a@b.test', to: 'c@d.test', text: 'x' })
    expect(await inbox()).toHaveLength(1)
  })

  it('to bounce@… is permanently refused', async () => {
    await expect(send({ to: 'bounce@example.test' })).rejects.toMatchObject({ responseCode: 550 })
    expect(await inbox()).toEqual([])
  })

  it.each([451, 550])('is refused with %i as often as a switch says, then accepted', async (code) => {
    await setFault({ action: `smtp:${code}`, times: 2 })
    await expect(send({})).rejects.toMatchObject({ responseCode: code })
    await expect(send({})).rejects.toMatchObject({ responseCode: code })
    await send({})
    expect(await inbox()).toHaveLength(1)
  })

  it('is affected by a switch only when it matches', async () => {
    await setFault({ action: 'smtp:451', match: 'ben@example.test' })
    await setFault({ action: 'smtp:550', method: 'DATA', match: 'Subject: Refused' })
    await send({})
    await expect(send({ to: 'ben@example.test' })).rejects.toMatchObject({ responseCode: 451 })
    await expect(send({ subject: 'Refused' })).rejects.toMatchObject({ responseCode: 550 })
  })

  it('gets no answer when a switch says hang', async () => {
    await setFault({ action: 'hang' })
    await expect(send({}, 100)).rejects.toThrow(/timeout/i)
    expect(await inbox()).toEqual([])
  })

  it('loses its connection when a switch says drop', async () => {
    await setFault({ action: 'drop' })
    await expect(send({})).rejects.toThrow(/closed/i)
    expect(await inbox()).toEqual([])
  })

  it('may arrive although the sender never learns of it', async () => {
    await setFault({ method: 'DATA', action: 'drop', after: true })
    await expect(send({})).rejects.toThrow(/closed/i)
    expect(await inbox()).toHaveLength(1)
  })

  it('takes as long as a switch says', async () => {
    await setFault({ action: 'delayMs:120' })
    const started = performance.now()
    await send({})
    expect(performance.now() - started).toBeGreaterThan(115)
  })

  it('is in the request log, refused or not', async () => {
    await send({})
    await send({ to: 'bounce@example.test' }).catch(() => undefined)
    const reply = await fetch(`${sandbox.url}/_sandbox/api/requests`)
    expect(await reply.json()).toMatchObject({
      requests: [
        { provider: 'smtp', method: 'RCPT', path: 'bounce@example.test', status: 550 },
        { provider: 'smtp', method: 'DATA', path: 'amelia@example.test', status: 250 },
      ],
    })
  })
})
