import { describe, expect, it } from 'vitest'
import { createChanges } from '../changes.ts'
import { createRequestLog } from './requests.ts'

const request = {
  at: '2026-03-20T09:00:00.000Z',
  provider: 'sms',
  method: 'POST',
  path: '/',
  headers: {},
  body: '',
  status: 201,
  reply: '',
  ms: 1,
}

describe('the list of requests', () => {
  it('keeps the last five hundred, newest first', () => {
    const log = createRequestLog(createChanges())
    for (let count = 0; count < 502; count += 1) log.record(request)
    const seen = log.list().map(({ seq }) => seq)
    expect([seen.length, seen[0], seen.at(-1)]).toEqual([500, 502, 3])
  })

  it('shortens long requests', () => {
    const log = createRequestLog(createChanges())
    log.record({ ...request, body: 'a'.repeat(9000) })
    expect(log.list()[0]?.body).toBe(`${'a'.repeat(4000)}…`)
  })
})
