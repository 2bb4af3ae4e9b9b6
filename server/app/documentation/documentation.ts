import type { FastifyInstance } from 'fastify'
import type { Config } from '../../platform/config.ts'
import { readGuides } from './guides.ts'
import { openApi } from './openapi.ts'
import { type DocumentName, documentNames } from './components.ts'
import { serveReferencePage } from './reference-page.ts'

/**
 * Serves the contract for people at /api/docs and for programs at /api/openapi/…, built on the first request. The
 * staff document is not served in production, because only staff need it.
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
  // The address that programs try first.
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
  let result: string | undefined
  return () => (result ??= make())
}
