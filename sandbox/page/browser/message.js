import { copyButton, find, h, icon } from './dom.js'
import { dateAndTime } from './time.js'

const view = find('[data-message]')
let shownId

/** The most useful link: one that logs in, otherwise the first. */
export function linkButton(message, look) {
  const link = message.links.find((url) => /[?&]token=/.test(url)) ?? message.links[0]
  if (link === undefined) return undefined
  return h(
    'a',
    { class: `btn ${look}`, href: link, target: '_blank', rel: 'noopener noreferrer', title: link },
    'Open link',
    h('span', { class: 'sr-only' }, ` of the mail to ${message.to}, in a new tab`),
    icon('external'),
  )
}

export function clearMessageView() {
  shownId = undefined
  view.replaceChildren()
}

export function showMessage(message) {
  if (shownId === message.id) return
  shownId = message.id
  view.replaceChildren(
    h(
      'a',
      { class: 'btn btn--borderless btn--small back', href: '#inbox' },
      icon('arrow-left'),
      'All messages',
    ),
    h('div', { class: 'card message' }, message.kind === 'sms' ? smsParts(message) : mailParts(message)),
  )
}

function smsParts(message) {
  return [
    h('h2', {}, 'Text message'),
    factsOf(message),
    message.code &&
      h(
        'div',
        { class: 'panel codebox' },
        h('span', { class: 'codebox__label' }, 'Code'),
        h('span', { class: 'codebox__code' }, message.code),
        copyButton(message.code, `code ${message.code}`, 'btn--primary'),
      ),
    h('p', { class: 'bubble' }, message.text),
  ]
}

function mailParts(message) {
  const address = `/_sandbox/api/messages/${message.id}`
  const pane = h('div', { class: 'message__pane' })
  const panes = {
    ...(message.html !== undefined && { HTML: () => htmlFrame(message) }),
    Text: () =>
      h('pre', { class: 'source', tabindex: '0', 'aria-label': 'Text' }, message.text || '(no text part)'),
    Raw: () => rawSource(address),
  }
  return [
    h('h2', {}, message.subject || '(no subject)'),
    factsOf(message),
    message.links.length > 0 && h('div', { class: 'buttons' }, linkButton(message, 'btn--primary')),
    attachmentsOf(message, address),
    paneChoice(panes, (name) => pane.replaceChildren(panes[name]())),
    pane,
  ]
}

function paneChoice(panes, choose) {
  const names = Object.keys(panes)
  choose(names[0])
  return h(
    'fieldset',
    { class: 'segments', change: (event) => choose(event.target.value) },
    h('legend', { class: 'sr-only' }, 'Show as'),
    names.map((name, index) =>
      h(
        'label',
        {},
        h('input', { type: 'radio', name: 'pane', value: name, checked: index === 0 }),
        h('span', {}, name),
      ),
    ),
  )
}

function htmlFrame(message) {
  return h('iframe', {
    class: 'mailframe',
    title: `Mail: ${message.subject}`,
    src: `/_sandbox/mail/${message.id}`,
    sandbox: 'allow-popups allow-popups-to-escape-sandbox',
  })
}

function rawSource(address) {
  const source = h('pre', { class: 'source', tabindex: '0', 'aria-label': 'Raw mail' }, 'Loading …')
  const show = (text) => (source.textContent = text)
  fetch(`${address}/raw`).then(
    async (reply) => show(await reply.text()),
    (error) => show(error.message),
  )
  return source
}

function attachmentsOf({ attachments = [] }, address) {
  if (attachments.length === 0) return undefined
  return h(
    'ul',
    { class: 'files', 'aria-label': 'Attachments' },
    attachments.map(({ filename, size }, index) =>
      h(
        'li',
        {},
        h(
          'a',
          { class: 'file', href: `${address}/attachments/${index}`, download: filename },
          icon('file'),
          h('span', {}, filename),
          h('span', { class: 'file__size' }, `${Math.max(1, Math.round(size / 1024))} KB`),
        ),
      ),
    ),
  )
}

function factsOf(message) {
  const facts = { To: message.to, From: message.from, Sent: dateAndTime(message.at) }
  if (message.status) facts.Status = message.status[0].toUpperCase() + message.status.slice(1)
  return h(
    'dl',
    { class: 'facts' },
    Object.entries(facts).map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))),
  )
}
