import { call } from './api.js'
import { createList, find, h, icon } from './dom.js'
import { dateAndTime, timeOfDay } from './time.js'

const update = createList(find('[data-list="requests"]'), (request) => request.seq, renderRequest)

export async function loadRequests() {
  const { requests } = await call('GET', '/requests')
  update(requests)
  find('[data-empty="requests"]').hidden = requests.length > 0
}

function renderRequest(request) {
  return h(
    'li',
    {},
    h(
      'details',
      { class: 'request' },
      h(
        'summary',
        { class: 'request__line' },
        h('time', { class: 'request__time', datetime: request.at }, timeOfDay(request.at)),
        h('span', { class: 'request__provider' }, request.provider),
        h('span', { class: 'request__what' }, h('b', {}, request.method), ` ${request.path}`),
        statusBadge(request),
        icon('chevron-down'),
      ),
      h(
        'div',
        { class: 'request__more' },
        h('p', { class: 'request__note' }, noteOf(request)),
        block('Headers', linesOf(request.headers)),
        block('Sent', spread(request.body)),
        block('Answer', spread(request.reply)),
      ),
    ),
  )
}

function statusBadge({ status }) {
  if (status === null) return h('span', { class: 'badge badge--error' }, 'No answer')
  const look = status < 400 ? 'badge--success' : status < 500 ? 'badge--warning' : 'badge--error'
  return h('span', { class: `badge ${look}` }, String(status))
}

function noteOf({ at, ms, status, fault }) {
  const answered = status === null ? 'no answer was given' : `answered in ${ms} ms`
  return `${dateAndTime(at)}, ${answered}.${fault ? ` A switch struck: ${fault}.` : ''}`
}

const linesOf = (headers) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

/** Formats JSON over several lines; anything else stays unchanged. */
function spread(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function block(title, text) {
  if (text === '') return undefined
  return [
    h('h2', { class: 'request__title' }, title),
    h('pre', { class: 'source', tabindex: '0', 'aria-label': title }, text),
  ]
}
