import type { FastifyInstance } from 'fastify'
import { contract } from '#contract/contract.ts'
import { staffContract } from '#contract/staff.ts'
import type { Config } from '../config.ts'
import { guides, withGuides } from './guides.ts'
import { openApi } from './openapi.ts'
import { serveReferencePage, type ShownDocument } from './reference-page.ts'

type Described = ShownDocument & { describe: () => object }

const portal: Described = {
  title: 'Customers and guests',
  slug: 'portal',
  url: '/api/openapi.json',
  describe: () => withGuides(openApi(contract), guides.portal),
}
const staff: Described = {
  title: 'Staff',
  slug: 'staff',
  url: '/api/staff/openapi.json',
  describe: () => withGuides(openApi(staffContract), guides.staff),
}

/**
 * The contract for people at /api/docs and for programs as OpenAPI, built on the first request. What staff can do is
 * nobody else's business: in production only the portal's part is served.
 */
export function serveDocumentation(app: FastifyInstance, config: Pick<Config, 'isProduction'>): void {
  const documents = config.isProduction ? [portal] : [portal, staff]
  for (const { url, describe } of documents) {
    const json = once(() => JSON.stringify(describe()))
    app.get(url, async (_request, reply) => reply.type('application/json; charset=utf-8').send(json()))
  }
  const shown = documents.map(({ title, slug, url }) => ({ title, slug, url }))
  serveReferencePage(app, config, shown)
}

function once(make: () => string): () => string {
  let made: string | undefined
  return () => (made ??= make())
}
