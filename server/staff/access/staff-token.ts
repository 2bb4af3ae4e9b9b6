import type { FastifyRequest } from 'fastify'
import { Refusal } from '#domain/refusal.ts'

/** The token of a call that is not in the contract's table. */
export function staffTokenOf(request: FastifyRequest): string {
  const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
  if (!token) throw new Refusal('unauthenticated')
  return token
}
