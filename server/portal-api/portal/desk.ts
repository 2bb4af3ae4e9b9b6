import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../platform/deps.ts'
import { deskHeaders, mailFrameHeaders } from '../../platform/http/security-headers.ts'
import { readSettings } from '../../platform/settings/settings.ts'
import { openPage } from './page.ts'

const built = fileURLToPath(new URL('../../../web/dist/desk.html', import.meta.url))

/** The staff desk: one page for every path below /desk. Its files are served with the portal's. */
export function serveDesk(app: FastifyInstance, deps: Deps): void {
  if (!existsSync(built)) return
  const { read } = openPage(built)
  const send = async (request: FastifyRequest, reply: FastifyReply) => {
    const settings = JSON.stringify(await readSettings(deps))
    const { body, encoding } = await read(settings, request.headers['accept-encoding'] ?? '')
    return reply
      .headers(deskHeaders)
      .headers({ 'cache-control': 'no-store', vary: 'accept-encoding', 'content-encoding': encoding })
      .type('text/html; charset=utf-8')
      .send(body)
  }
  app.get('/desk/mail-frame', async (_request, reply) =>
    reply
      .headers(mailFrameHeaders)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send('<!doctype html><html lang="en"><title>Mail</title><body></body></html>'),
  )
  app.get('/desk', send)
  app.get('/desk/*', send)
  // For a file of an earlier build, the page must not be sent in place of a script.
  app.get('/desk/assets/*', async () => {
    throw new Refusal('not_found')
  })
}
