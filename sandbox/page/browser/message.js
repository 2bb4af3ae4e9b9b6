import { copyButton, facts, h, hiddenText, icon, segments, source } from './dom.js'
import { recipientOf } from './people.js'
import { dateAndTime } from './time.js'

export const messageView = h('article.inbox__message', { 'aria-label': 'Message' })
let shownVersion

/** The most useful link: one that logs in, otherwise the first. */
export function linkButton(message, look) {
  const link = message.links.find((url) => /[?&]token=/.test(url)) ?? message.links[0]
  if (link === undefined) return undefined
  return h(
    `a.btn.btn--${look}`,
    { href: link, target: '_blank', rel: 'noopener noreferrer', title: link },
    'Open link',
    hiddenText(` of the mail to ${message.to}, in a new tab`),
    icon('external'),
  )
}

export function clearMessageView() {
  shownVersion = undefined
  messageView.replaceChildren()
}

export function showMessage(message) {
  const version = `${message.id} ${message.status} ${recipientOf(message.to)?.name}`
  if (shownVersion === version) return
  shownVersion = version
  messageView.replaceChildren(
    h('a.btn.btn--borderless.btn--small.back', { href: '#inbox' }, icon('arrow-left'), 'All messages'),
    h('div.card.stack.message', message.kind === 'sms' ? smsParts(message) : mailParts(message)),
  )
}

function smsParts(message) {
  const { code } = message
  return [
    h('h2', 'Text message'),
    factsOf(message),
    code &&
      h(
        'div.panel.codebox',
        h('span.codebox__label', 'Code'),
        h('span.codebox__code', code),
        copyButton(code, `code ${code}`, 'primary'),
      ),
    h('p.bubble', message.text),
  ]
}

function mailParts(message) {
  const address = `/_sandbox/api/messages/${message.id}`
  const pane = h('div')
  const panes = {
    ...(message.html !== undefined && { HTML: () => htmlFrame(message) }),
    Text: () => source('Text', message.text || '(no text part)'),
    Raw: () => rawSource(address),
  }
  const choose = (name) => pane.replaceChildren(panes[name]())
  const names = Object.keys(panes)
  choose(names[0])
  return [
    h('h2', message.subject || '(no subject)'),
    factsOf(message),
    message.links.length > 0 && h('div.buttons', linkButton(message, 'primary')),
    attachmentsOf(message, address),
    segments('Show as', 'pane', Object.fromEntries(names.map((name) => [name, name])), {
      change: ({ target }) => choose(target.value),
    }),
    pane,
  ]
}

function htmlFrame(message) {
  return h('iframe.mailframe', {
    title: `Mail: ${message.subject}`,
    src: `/_sandbox/mail/${message.id}`,
    sandbox: 'allow-popups allow-popups-to-escape-sandbox',
  })
}

function rawSource(address) {
  const raw = source('Raw mail', 'Loading …')
  const show = (text) => (raw.textContent = text)
  fetch(`${address}/raw`).then(
    async (reply) => show(await reply.text()),
    (error) => show(error.message),
  )
  return raw
}

function attachmentsOf({ attachments = [] }, address) {
  if (attachments.length === 0) return undefined
  return h(
    'ul.buttons',
    { 'aria-label': 'Attachments' },
    attachments.map(({ filename, size }, index) =>
      h(
        'li',
        h(
          'a.btn.btn--secondary.btn--small',
          { href: `${address}/attachments/${index}`, download: filename },
          icon('file'),
          filename,
          h('span.muted', `${Math.max(1, Math.round(size / 1024))} KB`),
        ),
      ),
    ),
  )
}

function factsOf({ to, from, at, status }) {
  const recipient = recipientOf(to)
  return facts({
    To: recipient ? `${recipient.name}, ${to}` : to,
    From: from,
    Sent: dateAndTime(at, recipient?.region),
    Status: status && status[0].toUpperCase() + status.slice(1),
  })
}
