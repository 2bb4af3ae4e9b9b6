import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../platform/config.ts'
import { referenceHeaders } from '../../platform/http/security-headers.ts'
import { openPage } from '../../portal-api/portal/page.ts'

/** An OpenAPI document that the page shows. */
export type ShownDocument = { title: string; slug: string; url: string }

const built = fileURLToPath(new URL('../../../web/dist/api-reference.html', import.meta.url))

/**
 * Serves the page at /api/docs that `npm run build` has built. Without a build there is no page, as for the portal.
 */
export function serveReferencePage(
  app: FastifyInstance,
  { isProduction }: Pick<Config, 'isProduction'>,
  documents: ShownDocument[],
): void {
  if (!existsSync(built)) return
  const { read } = openPage(built)
  const settings = JSON.stringify({ documents, canTry: !isProduction })
  app.get('/api/docs', async (request, reply) => {
    const { body, encoding } = await read(settings, request.headers['accept-encoding'] ?? '')
    return reply
      .headers(referenceHeaders)
      .headers({ vary: 'accept-encoding', 'content-encoding': encoding })
      .type('text/html; charset=utf-8')
      .send(body)
  })
}
