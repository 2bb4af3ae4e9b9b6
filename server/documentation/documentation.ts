import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { documentationPage } from './documentation-page.ts'
import { documentNames, openApi, type DocumentName } from './openapi.ts'

/**
 * The contract for people at /api/docs and for programs at /api/openapi/…, built on the first request. What staff can
 * do is nobody else's business: in production it is not served.
 */
export function serveDocumentation(
  app: FastifyInstance,
  { isProduction, portalOrigin }: Pick<Config, 'isProduction' | 'portalOrigin'>,
): void {
  const served = documentNames.filter((name) => !(isProduction && name === 'staff'))
  for (const name of served) {
    const json = once(() => JSON.stringify(openApi(name, { server: portalOrigin })))
    app.get(addressOf(name), async (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(json()),
    )
  }
  // Where programs look first.
  app.get('/api/openapi.json', async (_request, reply) => reply.redirect(addressOf('customer')))
  const styles = once(() => readFileSync(new URL('./documentation.css', import.meta.url), 'utf8'))
  app.get('/api/docs.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(styles()))
  const page = once(() => documentationPage(openApi('customer'), addressOf('customer')))
  app.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(page()))
  if (isProduction) return
  const staffPage = once(() => documentationPage(openApi('staff'), addressOf('staff')))
  app.get('/api/staff/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(staffPage()),
  )
}

export const addressOf = (name: DocumentName) => `/api/openapi/${name}.json`

function once(make: () => string): () => string {
  let made: string | undefined
  return () => (made ??= make())
}
