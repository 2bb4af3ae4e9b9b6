import { timingSafeEqual } from 'node:crypto'
import type { Incoming } from './http.ts'

export function hasPassword({ headers }: Incoming, user: string, password: string): boolean {
  const expected = Buffer.from(`Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`)
  const given = Buffer.from(headers.authorization ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
