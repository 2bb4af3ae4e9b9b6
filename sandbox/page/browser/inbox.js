import { call } from './api.js'
import { sandboxNow } from './clock.js'
import { announce, copyButton, createList, find, h, icon } from './dom.js'
import { clearMessageView, linkButton, showMessage } from './message.js'
import { shortDateAndTime, timeOfDay } from './time.js'
import { attempt } from './trouble.js'

const form = find('#inbox form')
const inbox = find('.inbox')
const update = createList(find('[data-list="messages"]'), (message) => message.id, renderRow)
const isWide = matchMedia('(min-width: 1200px)')
let messages = []
let openId
let lastSeq

export async function loadMessages() {
  const before = lastSeq
  ;({ messages, lastSeq } = await call('GET', '/messages?limit=1000'))
  const [newest] = messages
  if (before !== undefined && newest && newest.seq > before) {
    announce(`New ${newest.kind === 'sms' ? 'text message' : 'mail'} to ${newest.to}`)
  }
  find('[data-count="inbox"]').textContent = messages.length > 0 ? messages.length : ''
  showRows()
  openMessage(openId)
}

/** On wide screens, the newest message is shown if none is chosen. */
export function openMessage(id) {
  openId = id
  const chosen = messages.find((message) => message.id === id)
  const shown = chosen ?? (isWide.matches ? messages[0] : undefined)
  inbox.classList.toggle('inbox--open', chosen !== undefined)
  for (const link of inbox.querySelectorAll('.row__open')) {
    if (shown && link.hash === `#inbox/${shown.id}`) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  }
  if (shown) showMessage(shown)
  else clearMessageView()
}

function showRows() {
  const words = form.elements.words.value.trim().toLowerCase()
  const shown = messages.filter(
    (message) =>
      (form.elements.kind.value === '' || message.kind === form.elements.kind.value) &&
      `${message.to} ${message.subject ?? ''} ${message.text}`.toLowerCase().includes(words),
  )
  update(shown)
  form.hidden = messages.length === 0
  inbox.classList.toggle('inbox--empty', messages.length === 0)
  find('[data-do="clear-inbox"]').disabled = messages.length === 0
  find('[data-empty="messages"]').hidden = messages.length > 0
  find('[data-empty="filtered"]').hidden = messages.length === 0 || shown.length > 0
}

function renderRow(message) {
  const isSms = message.kind === 'sms'
  const isToday = new Date(message.at).toDateString() === new Date(sandboxNow()).toDateString()
  const time = (isToday ? timeOfDay : shortDateAndTime)(message.at)
  return h(
    'li',
    { class: 'row' },
    h(
      'a',
      { class: 'row__open', href: `#inbox/${message.id}` },
      h('span', { class: `tile tile--${message.kind}` }, icon(isSms ? 'phone' : 'mail')),
      h(
        'span',
        { class: 'row__text' },
        h(
          'span',
          { class: 'row__head' },
          h('span', { class: 'row__to' }, message.to),
          h('time', { class: 'row__time', datetime: message.at }, time),
        ),
        h('span', { class: 'row__words' }, isSms ? message.text : message.subject || '(no subject)'),
      ),
    ),
    actionsOf(message),
  )
}

function actionsOf(message) {
  const isLost = message.status === 'undelivered'
  const isSms = message.kind === 'sms'
  const actions = [
    message.code && h('span', { class: 'row__code' }, message.code),
    isLost && h('span', { class: 'badge badge--error' }, 'Undelivered'),
    message.code && copyButton(message.code, `code ${message.code}`),
    !isSms && linkButton(message, 'btn--secondary btn--small'),
  ].filter(Boolean)
  return actions.length > 0 && h('div', { class: 'row__actions' }, actions)
}

isWide.addEventListener('change', () => openMessage(openId))
form.addEventListener('submit', (event) => event.preventDefault())
form.addEventListener('input', showRows)
find('[data-do="clear-inbox"]').addEventListener(
  'click',
  attempt(() => call('DELETE', '/messages')),
)
