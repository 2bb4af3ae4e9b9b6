import type { FastifyInstance } from 'fastify'
import type { Config } from '../../platform/config.ts'
import { readGuides } from './guides.ts'
import { documentNames, openApi, type DocumentName } from './openapi.ts'
import { serveReferencePage } from './reference-page.ts'

/**
 * The contract for people at /api/docs and for programs at /api/openapi/…, built on the first request. What staff can
 * do is nobody else's business: in production it is not served.
 */
export function serveDocumentation(
  app: FastifyInstance,
  config: Pick<Config, 'isProduction' | 'portalOrigin'>,
): void {
  const served = documentNames.filter((name) => !(config.isProduction && name === 'staff'))
  for (const name of served) {
    const json = once(() =>
      JSON.stringify(openApi(name, { server: config.portalOrigin, description: readGuides(name) })),
    )
    app.get(addressOf(name), async (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(json()),
    )
  }
  // Where programs look first.
  app.get('/api/openapi.json', async (_request, reply) => reply.redirect(addressOf('customer')))
  serveReferencePage(
    app,
    config,
    served.map((name) => ({ title: titles[name], slug: name, url: addressOf(name) })),
  )
}

const titles: Record<DocumentName, string> = { customer: 'Customers', guest: 'Guests', staff: 'Staff' }

const addressOf = (name: DocumentName) => `/api/openapi/${name}.json`

function once(make: () => string): () => string {
  let made: string | undefined
  return () => (made ??= make())
}
