import { attempt, call } from './api.js'
import { sandboxNow } from './clock-time.js'
import { announce, ask, button, copyButton, h, icon } from './dom.js'
import { clearMessageView, linkButton, messageView, showMessage } from './message.js'
import { onPeople, recipientOf } from './people.js'
import { counted, shortTime } from './time.js'
import { createFilteredList, createFilters } from './view.js'

const isWide = matchMedia('(min-width: 1200px)')
const kinds = { '': 'All', email: 'Mail', sms: 'SMS' }
const filters = createFilters('Name, address or words', { kind: ['Kind', kinds] }, showRows)
const list = createFilteredList(
  filters,
  'Nothing has been sent yet. New messages appear here by themselves.',
  'mail',
  {
    keyOf: (message) => `${message.id} ${recipientOf(message.to)?.name}`,
    render: renderRow,
    textOf: ({ to, subject, text }) => {
      const { name, email, mobile } = recipientOf(to) ?? {}
      return [to, name, email, mobile, subject, text].join(' ')
    },
  },
)
const clear = button('Clear inbox', 'secondary.btn--small', attempt(clearInbox), icon('trash'))
const inboxView = h('div.inbox', h('div.stack.inbox__list', filters.form, list.elements), messageView)
const count = h('span.nav__count')
let messages = []
let openId
/** The number of the last message that was ever sent. */
export let lastSeq

async function loadMessages() {
  const before = lastSeq
  ;({ messages, lastSeq } = await call('GET', '/messages?limit=1000'))
  const [newest] = messages
  if (before !== undefined && newest && newest.seq > before) {
    const name = recipientOf(newest.to)?.name ?? newest.to
    announce(`New ${newest.kind === 'sms' ? 'text message' : 'mail'} to ${name}`)
  }
  count.textContent = messages.length > 0 ? messages.length : ''
  showRows()
}

async function clearInbox() {
  const words = 'They are deleted for everybody who uses this sandbox, and cannot be brought back.'
  if (await ask(`Delete ${counted(messages.length, 'message')}?`, words, 'Delete'))
    await call('DELETE', '/messages')
}

/** On wide screens, the newest message is shown if none is chosen. */
function openMessage(shownRows) {
  const chosen = messages.find((message) => message.id === openId)
  const shown = chosen ?? (isWide.matches ? shownRows[0] : undefined)
  inboxView.classList.toggle('inbox--open', chosen !== undefined)
  for (const link of inboxView.querySelectorAll('.row__open')) {
    if (shown && link.hash === `#inbox/${shown.id}`) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  }
  if (shown) showMessage(shown)
  else clearMessageView()
}

function showRows() {
  const ofKind = messages.filter(({ kind }) => ['', kind].includes(filters.value('kind')))
  const shown = list.show(ofKind)
  list.empty.hidden = messages.length > 0
  filters.form.hidden = messages.length === 0
  inboxView.classList.toggle('inbox--empty', messages.length === 0)
  clear.disabled = messages.length === 0
  openMessage(shown)
}

function renderRow(message) {
  const isSms = message.kind === 'sms'
  const { name, region } = recipientOf(message.to) ?? {}
  const time = shortTime(message.at, sandboxNow(), region)
  return h(
    'li.row',
    h(
      'a.row__open',
      { href: `#inbox/${message.id}` },
      h(`span.tile.tile--${message.kind}`, icon(isSms ? 'phone' : 'mail')),
      h(
        'span.row__text',
        h('span.row__head', h('b', name ?? message.to), h('time', { datetime: message.at }, time)),
        name && h('span.row__address', message.to),
        h('span.row__words', isSms ? message.text : message.subject || '(no subject)'),
      ),
    ),
    actionsOf(message),
  )
}

function actionsOf(message) {
  const actions = [
    message.code && h('span.row__code', message.code),
    message.status === 'undelivered' && h('span.badge.badge--error', 'Undelivered'),
    message.code && copyButton(message.code, `code ${message.code}`),
    message.kind === 'email' && linkButton(message, 'secondary.btn--small'),
  ].filter(Boolean)
  return actions.length > 0 && h('div.row__actions', actions)
}

isWide.addEventListener('change', showRows)
onPeople(showRows)

export const inbox = {
  title: 'Inbox',
  icon: 'mail',
  count,
  topics: ['messages'],
  isAlways: true,
  load: loadMessages,
  open([id], query) {
    openId = id
    filters.read(query)
    showRows()
  },
  lead: 'Every mail and text message that was sent. Nothing leaves this machine.',
  action: clear,
  content: inboxView,
}
