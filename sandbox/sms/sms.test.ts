import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startSandbox } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'
import { sendSms } from './send-sms.ts'
import { sign } from './status-callback.ts'

describe('text messages', () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await startSandbox()
  })
  afterAll(() => sandbox.close())
  beforeEach(async () => {
    await fetch(`${sandbox.url}/_sandbox/api/reset`, { method: 'POST' })
  })

  const inbox = async () => {
    const reply = await fetch(`${sandbox.url}/_sandbox/api/messages`)
    return ((await reply.json()) as { messages: object[] }).messages
  }

  it('are accepted with the reply of Twilio, and arrive', async () => {
    const reply = await sendSms(sandbox, { To: '+61400111222', Body: 'Your Larkwell code is 048213.' })
    expect(reply.status).toBe(201)
    expect(await reply.json()).toMatchObject({
      sid: expect.stringMatching(/^SM[\da-f]{32}$/),
      account_sid: 'ACsandbox',
      status: 'queued',
      to: '+61400111222',
      from: '+61480000111',
      body: 'Your Larkwell code is 048213.',
      error_code: null,
      date_created: expect.stringMatching(/^\w{3}, \d{2} \w{3} \d{4} [\d:]{8} \+0000$/),
    })
    expect(await inbox()).toMatchObject([
      { kind: 'sms', to: '+61400111222', from: '+61480000111', code: '048213', status: 'delivered' },
    ])
  })

  it('may come from a pool of numbers', async () => {
    const reply = await sendSms(sandbox, { To: '+61400111222', MessagingServiceSid: 'MG0001' })
    expect(await reply.json()).toMatchObject({
      status: 'accepted',
      from: null,
      messaging_service_sid: 'MG0001',
    })
  })

  it('are two when the same one is posted twice', async () => {
    await sendSms(sandbox, { To: '+61400111222' })
    await sendSms(sandbox, { To: '+61400111222' })
    expect(await inbox()).toHaveLength(2)
  })

  it.each([
    ['a wrong token', { token: 'wrong' }, 401, 20003],
    ['a wrong account', { sid: 'ACother' }, 401, 20003],
    ['the path of another account', { accountSid: 'ACother' }, 404, 20404],
  ])('are refused with %s', async (_, credentials, status, code) => {
    const reply = await sendSms(sandbox, { To: '+61400111222' }, credentials)
    expect(reply.status).toBe(status)
    const more = `https://www.twilio.com/docs/errors/${code}`
    expect(await reply.json()).toEqual({ code, message: expect.any(String), more_info: more, status })
    expect(await inbox()).toEqual([])
  })

  it.each([
    ['to a number that does not exist', { To: '+61400111000' }, 21211],
    ['to an invalid number', { To: '0400 111 222' }, 21211],
    ['to nobody', { To: '' }, 21604],
    ['from nobody', { To: '+61400111222', From: '' }, 21603],
    ['without words', { To: '+61400111222', Body: '' }, 21602],
    ['with too long a text', { To: '+61400111222', Body: 'a'.repeat(1601) }, 21617],
    ['with an invalid status callback', { To: '+61400111222', StatusCallback: 'here' }, 21609],
  ])('are refused %s', async (_, form, code) => {
    const reply = await sendSms(sandbox, form)
    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({ code, status: 400 })
    expect(await inbox()).toEqual([])
  })

  it('to a number ending 001 get no answer until the sender times out', async () => {
    const sending = sendSms(sandbox, { To: '+61400111001' }, { signal: AbortSignal.timeout(100) })
    await expect(sending).rejects.toThrow('timeout')
    expect(await inbox()).toEqual([])
  })

  it('to a number ending 002 are accepted and not delivered, which the sender can query', async () => {
    const reply = await sendSms(sandbox, { To: '+61400111002' })
    const { status, uri } = (await reply.json()) as { status: string; uri: string }
    expect([reply.status, status]).toEqual([201, 'queued'])
    const authorization = `Basic ${Buffer.from('ACsandbox:sandbox-token').toString('base64')}`
    const lookup = await fetch(sandbox.url + uri, { headers: { authorization } })
    expect(await lookup.json()).toMatchObject({ status: 'undelivered', error_code: 30003 })
  })

  it('report their status to the callback URL, signed', async () => {
    const received: { signature: string | undefined; fields: Record<string, string> }[] = []
    const listener = createServer()
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/sms-status?for=1`
    const reported = new Promise<void>((resolve) => {
      listener.on('request', (request, response) => {
        void text(request).then((body) => {
          const signature = request.headers['x-twilio-signature']?.toString()
          received.push({ signature, fields: Object.fromEntries(new URLSearchParams(body)) })
          response.end()
          if (received.length === 2) resolve()
        })
      })
    })
    await sendSms(sandbox, { To: '+61400111002', StatusCallback: url })
    await reported
    listener.close()
    expect(received.map(({ fields }) => fields['MessageStatus'])).toEqual(['sent', 'undelivered'])
    for (const { signature, fields } of received) expect(signature).toBe(sign('sandbox-token', url, fields))
  })

  it("are signed as in the provider's example", () => {
    const fields = {
      CallSid: 'CA1234567890ABCDE',
      Caller: '+14158675310',
      Digits: '1234',
      From: '+14158675310',
      To: '+18005551212',
    }
    const url = 'https://example.com/myapp.php?foo=1&bar=2'
    expect(sign('12345', url, fields)).toBe('L/OH5YylLD5NRKLltdqwSvS0BnU=')
  })
})
