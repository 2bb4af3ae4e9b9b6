import { BadRequest, json } from '../http.ts'
import type { Incoming, Reply, Routes } from '../http.ts'
import { readAttachment } from '../mail/parse.ts'
import type { Inbox, Message, MessageFilter } from './inbox.ts'

const maxWaitMs = 60_000

export function inboxRoutes(inbox: Inbox): Routes {
  const withMessage = (request: Incoming, reply: (message: Message) => Reply | Promise<Reply>) => {
    const message = inbox.find(request.params['id'] ?? '')
    return message ? reply(message) : json(404, { error: `no message ${request.params['id']}` })
  }
  return {
    'GET /_sandbox/api/messages': async (request) => {
      const filter = readFilter(inbox, request.query)
      const waitMs = Math.min(parseNumber(request.query, 'wait', 0), maxWaitMs)
      const limit = parseNumber(request.query, 'limit', 100)
      const found =
        waitMs > 0
          ? await inbox.waitFor(filter, AbortSignal.any([request.signal, AbortSignal.timeout(waitMs)]))
          : inbox.list(filter)
      return json(200, { messages: found.slice(0, limit).map(withoutRaw), lastSeq: inbox.lastSeq() })
    },
    'DELETE /_sandbox/api/messages': () => {
      inbox.clear()
      return json(200, { messages: [], lastSeq: inbox.lastSeq() })
    },
    'GET /_sandbox/api/messages/:id': (request) =>
      withMessage(request, (message) => json(200, withoutRaw(message))),
    'GET /_sandbox/api/messages/:id/raw': (request) =>
      withMessage(request, (message) => ({
        status: 200,
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        body: message.raw === undefined ? Buffer.from(message.text) : Buffer.from(message.raw, 'latin1'),
      })),
    'GET /_sandbox/api/messages/:id/attachments/:index': (request) =>
      withMessage(request, async (message) => {
        const attachment = await readAttachment(message.raw ?? '', Number(request.params['index']))
        if (!attachment) return json(404, { error: 'no such attachment' })
        const name = encodeURIComponent(attachment.filename)
        return {
          status: 200,
          headers: {
            'content-type': attachment.mimeType,
            'content-disposition': `attachment; filename*=UTF-8''${name}`,
          },
          body: attachment.content,
        }
      }),
  }
}

/** Leaves out the raw mail, which would double every list; JSON omits undefined. */
function withoutRaw(message: Message): Message {
  return { ...message, raw: undefined }
}

function readFilter(inbox: Inbox, query: URLSearchParams): MessageFilter {
  const filter: MessageFilter = {}
  const to = query.get('to')
  if (to) filter.to = to
  const kind = query.get('kind')
  if (kind === 'sms' || kind === 'email') filter.kind = kind
  else if (kind) throw new BadRequest('"kind" is sms or email')
  const after = query.get('after')
  if (after) {
    const seq = /^\d+$/.test(after) ? Number(after) : inbox.find(after)?.seq
    if (seq === undefined)
      throw new BadRequest(`"after" is neither a sequence number nor the id of a message`)
    filter.afterSeq = seq
  }
  return filter
}

function parseNumber(query: URLSearchParams, name: string, otherwise: number): number {
  const text = query.get(name)
  if (!text) return otherwise
  if (!/^\d+$/.test(text)) throw new BadRequest(`"${name}" is a whole number`)
  return Number(text)
}
