import { afterEach, describe, expect, it } from 'vitest'
import { regionHeader } from '#contract/headers.ts'
import { dropEarlyReplies, takeEarlyReply } from './early-replies.ts'

const path = '/api/portal/customer/accounts'
const own = { [regionHeader]: 'AU', Authorization: 'Bearer own' }

function askedEarly() {
  const reply = Promise.resolve(new Response('[]'))
  globalThis.earlyReplies = new Map([[path, { headers: own, reply }]])
  return { reply }
}
const take = (headers: Record<string, string> = own, method = 'GET') =>
  takeEarlyReply(path, { method, headers: new Headers(headers) })

afterEach(dropEarlyReplies)

describe('A reply that the page has asked for early', () => {
  it('is taken once', () => {
    const { reply } = askedEarly()
    expect(take()).toBe(reply)
    expect(take()).toBeUndefined()
  })

  it.each([
    ['another session', { ...own, Authorization: 'Bearer other' }],
    ['no session', { [regionHeader]: 'AU' }],
    ['another region', { ...own, [regionHeader]: 'UK' }],
    ['something more', { ...own, 'X-More': '1' }],
  ])('is not for %s, and for nobody afterwards', (_, headers) => {
    askedEarly()
    expect(take(headers)).toBeUndefined()
    expect(take()).toBeUndefined()
  })

  it('is not for a call that changes something', () => {
    askedEarly()
    expect(take(own, 'POST')).toBeUndefined()
  })

  it('is for nobody once the first page has asked for all it needs', () => {
    askedEarly()
    dropEarlyReplies()
    expect(take()).toBeUndefined()
  })

  it('is missed by nobody in a page that has asked for nothing', () => {
    expect(take()).toBeUndefined()
  })
})
