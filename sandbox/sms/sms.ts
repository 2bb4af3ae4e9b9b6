import { hasPassword } from '../basic-auth.ts'
import type { Clock } from '../clock/clock.ts'
import { httpActions } from '../faults/actions.ts'
import type { Rule } from '../faults/faults.ts'
import { json } from '../http.ts'
import type { Answer, Incoming, Reply } from '../http.ts'
import type { Ids } from '../ids.ts'
import { findCode, findLinks } from '../inbox/contents.ts'
import type { Inbox } from '../inbox/inbox.ts'
import type { Provider } from '../provider.ts'
import { failure, refuse } from './failures.ts'
import { messageResource } from './resource.ts'
import { reportStatus } from './status-callback.ts'

export type SmsAccount = { sid: string; token: string }
type Tools = { account: SmsAccount; inbox: Inbox; ids: Ids; clock: Clock }

/** Text messages, in the protocol of Twilio's Messages API. As there, two posts are two messages. */
export function createSms(tools: Tools): Provider {
  const { account, inbox } = tools
  const guarded = (request: Incoming, reply: () => Reply) => {
    if (!hasPassword(request, account.sid, account.token)) return failure(401)
    return request.params['accountSid'] === account.sid ? reply() : notFound(request)
  }
  return {
    name: 'sms',
    actions: { ...httpActions, smsUndelivered: null },
    failure,
    routes: {
      'POST /2010-04-01/Accounts/:accountSid/Messages.json': (request, fault) =>
        guarded(request, () => createMessage(tools, new URLSearchParams(request.body), fault)),
      'GET /2010-04-01/Accounts/:accountSid/Messages/:messageSid.json': (request) =>
        guarded(request, () => {
          const message = inbox.find(request.params['messageSid'] ?? '')
          return message?.kind === 'sms'
            ? json(200, messageResource(account.sid, message))
            : notFound(request)
        }),
    },
  }
}

function createMessage({ account, inbox, ids, clock }: Tools, form: URLSearchParams, fault?: Rule): Reply {
  const to = form.get('To') ?? ''
  const from = form.get('MessagingServiceSid') ?? form.get('From') ?? ''
  const text = form.get('Body') ?? ''
  const callback = form.get('StatusCallback')
  const refusal = whyNot(to, from, text, callback)
  if (refusal) return refusal
  if (to.endsWith('001')) return 'hang'

  const isLost = to.endsWith('002') || fault?.action === 'smsUndelivered'
  const code = findCode(text)
  const message = inbox.add({
    id: ids.next('SM'),
    kind: 'sms',
    to,
    from,
    at: clock.now().toISOString(),
    text,
    links: findLinks(text),
    status: isLost ? 'undelivered' : 'delivered',
    ...(code !== undefined && { code }),
  })
  if (callback) {
    reportStatus(callback, account, message).catch((error: unknown) => {
      console.error(`sandbox: ${callback} did not take the status of ${message.id}:`, String(error))
    })
  }
  return json(201, messageResource(account.sid, message, from.startsWith('MG') ? 'accepted' : 'queued'))
}

function whyNot(to: string, from: string, text: string, callback: string | null): Answer | undefined {
  if (to === '') return refuse(400, 21604, "A 'To' phone number is required.")
  if (from === '') return refuse(400, 21603, "A 'From' phone number is required.")
  if (text === '') return refuse(400, 21602, 'Message body is required.')
  if (text.length > 1600) {
    return refuse(400, 21617, 'The concatenated message body exceeds the 1600 character limit.')
  }
  if (!/^\+[1-9]\d{6,14}$/.test(to) || to.endsWith('000')) {
    return refuse(400, 21211, `Invalid 'To' Phone Number: ${to}`)
  }
  if (callback && !/^https?:\/\//.test(callback)) {
    return refuse(400, 21609, `The 'StatusCallback' URL ${callback} is not a valid URL.`)
  }
  return undefined
}

function notFound(request: Incoming): Answer {
  return refuse(404, 20404, `The requested resource ${request.path} was not found`)
}
