import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { contract } from '#contract/contract.ts'
import { staffContract } from '#contract/staff.ts'
import type { Config } from '../config.ts'
import { documentationPage } from './documentation-page.ts'
import { openApi } from './openapi.ts'

/**
 * The contract for people at /api/docs and for programs at /api/openapi.json, built on the first request. What staff
 * can do is nobody else's business: in production only the portal's part is served.
 */
export function serveDocumentation(
  app: FastifyInstance,
  { isProduction }: Pick<Config, 'isProduction'>,
): void {
  const json = once(() => JSON.stringify(openApi(contract)))
  const page = once(() => documentationPage(openApi(contract)))
  const styles = once(() => readFileSync(new URL('./documentation.css', import.meta.url), 'utf8'))
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(json()),
  )
  app.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(page()))
  app.get('/api/docs.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(styles()))
  if (isProduction) return
  // Separate from the portal's, like the contracts.
  const staffJson = once(() => JSON.stringify(openApi(staffContract)))
  const staffPage = once(() => documentationPage(openApi(staffContract), '/api/staff/openapi.json'))
  app.get('/api/staff/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(staffJson()),
  )
  app.get('/api/staff/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(staffPage()),
  )
}

function once(make: () => string): () => string {
  let made: string | undefined
  return () => (made ??= make())
}
