import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { CardFrameSettings } from '#contract/card-entry.ts'
import { fieldRefusal, Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../platform/deps.ts'
import { refusals } from '../../platform/http/refusals.ts'
import { cardFrameHeaders } from '../../platform/http/security-headers.ts'
import { createWebServer } from '../../platform/http/web-server.ts'
import { openCardForm, startCardEntry } from './card-entry.ts'

const built = fileURLToPath(new URL('../../../web/dist/', import.meta.url))
const stripeJs = 'https://js.stripe.com/endive/stripe.js'

const query = z.object({ session: z.string() })
const body = z.strictObject({ session: z.string() })

/**
 * The web server of the page in which a card is typed. It has an origin of its own, which keeps the portal's
 * scripts out, and serves nothing else.
 */
export async function buildCardFrame(deps: Deps): Promise<FastifyInstance> {
  const app = createWebServer(deps, {
    headers: cardFrameHeaders(deps.config),
    isPrivate: (route) => !route?.startsWith('/card-frame/assets/'),
  })
  app.setNotFoundHandler(async () => {
    throw new Refusal('not_found')
  })
  app.post('/card-frame/setup-intent', async (request) => {
    const { session } = check(body, request.body)
    return startCardEntry(deps, await openCardForm(deps, session, request.ip), request.ip)
  })
  if (existsSync(`${built}card-frame.html`)) await servePage(app, deps)
  return app
}

async function servePage(app: FastifyInstance, deps: Deps): Promise<void> {
  const page = readFileSync(`${built}card-frame.html`, 'utf8')
  app.get('/card-frame', async (request, reply) => {
    const session = query.safeParse(request.query).data?.session ?? ''
    const { status, ...settings } = await settingsFor(deps, session, request.ip)
    const json = JSON.stringify(settings satisfies CardFrameSettings).replaceAll('<', '\\u003c')
    const script = `<script type="application/json" id="settings">${json}</script>`
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .send(page.replace('<!--settings-->', () => script))
  })
  await app.register(fastifyStatic, {
    root: `${built}card-frame/assets/`,
    prefix: '/card-frame/assets/',
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', 'public, max-age=31536000, immutable')
      // The fields are frames of the card processor and are set in our type, which they have to fetch.
      if (path.endsWith('.woff2')) reply.header('access-control-allow-origin', '*')
    },
  })
}

/** The server alone decides which origin may exchange messages with the page: nothing of it comes from the address. */
async function settingsFor(
  deps: Deps,
  session: string,
  address: string,
): Promise<CardFrameSettings & { status: number }> {
  const { config } = deps
  const parentOrigin = config.portalOrigin
  try {
    const { region } = await openCardForm(deps, session, address)
    return {
      status: 200,
      parentOrigin,
      form: {
        session,
        publishableKey: config.stripe[region].publishableKey,
        stripeJsUrl: config.stripeJsUrl ?? stripeJs,
      },
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { status, msg } = refusals[error.code]
    return { status, parentOrigin, refusal: msg }
  }
}

function check<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value)
  if (!result.success) throw fieldRefusal({ session: 'Required' })
  return result.data
}
