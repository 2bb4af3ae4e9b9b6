import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { tokens, type SessionPayload } from './token.ts'

const key = { id: 'a', secret: 'the-first-secret-of-this-installation' }
const newKey = { id: 'b', secret: 'the-second-secret-of-this-installation' }
const now = new Date('2026-11-15T00:00:00Z')
const later = (ms: number) => new Date(now.getTime() + ms)
const payload: SessionPayload = {
  sub: 'customer',
  sid: 'session',
  email: 'olivia@demo.example',
  name: 'Olivia Bennett',
  accounts: [{ accountId: 'one' }],
}
const lifeMs = 60_000
const sign = (by = tokens([key])) => by.sign('session', payload, now, lifeMs)

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('A session token', () => {
  it('names the customer and their accounts', async () => {
    expect(await tokens([key]).verifySession(await sign(), now)).toMatchObject(payload)
  })

  it('names an impersonator only where there is one', async () => {
    const plain = await tokens([key]).verifySession(await sign(), now)
    expect(plain).not.toHaveProperty('impersonatorEmail')
    const token = await tokens([key]).sign(
      'session',
      { ...payload, impersonatorEmail: 's@x.example' },
      now,
      lifeMs,
    )
    expect(await tokens([key]).verifySession(token, now)).toHaveProperty('impersonatorEmail', 's@x.example')
  })

  it('is refused once it has expired', async () => {
    const token = await sign()
    await expect(tokens([key]).verifySession(token, later(lifeMs - 1))).resolves.toBeDefined()
    await expect(tokens([key]).verifySession(token, later(lifeMs))).rejects.toMatchObject({
      code: 'unauthenticated',
    })
  })

  it('outlives a rotation of keys while the old key is still listed', async () => {
    const token = await sign()
    await expect(tokens([newKey, key]).verifySession(token, now)).resolves.toBeDefined()
    await expect(tokens([newKey]).verifySession(token, now)).rejects.toMatchObject({
      code: 'unauthenticated',
    })
  })

  it.each<[string, (token: string) => string | Promise<string>]>([
    [
      'a changed payload',
      (token) => token.replace(/\.[^.]+\./, `.${encoded({ ...payload, sub: 'other' })}.`),
    ],
    ['a changed signature', (token) => `${token.slice(0, -4)}AAAA`],
    ['no signature at all', (token) => token.replace(/[^.]+$/, '')],
    ['the algorithm "none"', (token) => `${encoded({ alg: 'none' })}.${token.split('.')[1]}.`],
    ['a key of its own', (token) => token.replace(/^[^.]+/, encoded({ alg: 'HS256', kid: 'c', typ: 'x' }))],
    [
      'the purpose of a log-in link',
      () => tokens([key]).sign('login-link', { ...payload, jti: 'x' }, now, lifeMs),
    ],
    [
      'another issuer',
      () =>
        new SignJWT({ ...payload })
          .setProtectedHeader({ alg: 'HS256', kid: 'a', typ: 'larkwell-session+jwt' })
          .setIssuer('somebody-else')
          .setAudience('session')
          .setIssuedAt(now)
          .setExpirationTime(later(lifeMs))
          .sign(new TextEncoder().encode(key.secret)),
    ],
    ['nothing readable', () => 'garbage'],
  ])('is refused with %s', async (_, change) => {
    const token = await change(await sign())
    await expect(tokens([key]).verifySession(token, now)).rejects.toMatchObject({ code: 'unauthenticated' })
  })
})

describe('The token of a log-in link', () => {
  it('is not taken for a session, nor a session for it', async () => {
    await expect(tokens([key]).verifyLink(await sign(), now)).rejects.toMatchObject({ code: 'link_expired' })
  })
})

describe('The token of a card form', () => {
  const form = { sub: 'account', jti: 'form', region: 'AU' as const, paymentRequestId: 'request' }
  const signed = () => tokens([key]).sign('card-frame', form, now, lifeMs)

  it('carries whose form it is', async () => {
    expect(await tokens([key]).verifyCardFrame(await signed(), now)).toMatchObject(form)
  })

  it('is not accepted for another purpose, nor another token for it', async () => {
    const refused = { code: 'card_form_expired' }
    await expect(tokens([key]).verifySession(await signed(), now)).rejects.toMatchObject({
      code: 'unauthenticated',
    })
    await expect(tokens([key]).verifyLink(await signed(), now)).rejects.toMatchObject({
      code: 'link_expired',
    })
    await expect(tokens([key]).verifyCardFrame(await sign(), now)).rejects.toMatchObject(refused)
  })

  it('is refused once it has expired', async () => {
    await expect(tokens([key]).verifyCardFrame(await signed(), later(lifeMs))).rejects.toMatchObject({
      code: 'card_form_expired',
    })
  })
})
