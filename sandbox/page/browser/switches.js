import { ApiError, call } from './api.js'
import { announce, createList, find, h, icon } from './dom.js'
import { attempt } from './trouble.js'

const names = {
  'delayMs:<number>': 'Answers late (milliseconds)',
  hang: 'Never answers',
  drop: 'Closes the connection',
  malformed: 'Answers with broken JSON',
  smsUndelivered: 'Accepts, then cannot deliver',
  'status:500': 'Status 500, server error',
  'status:503': 'Status 503, unavailable',
  'status:429': 'Status 429, too many requests',
  'status:401': 'Status 401, not authorised',
  'smtp:451': '451, try again later',
  'smtp:550': '550, no such mailbox',
}

const form = find('[data-form="switch"]')
const fields = form.elements
const argument = find('[data-argument]', form)
const failure = find('[data-error]', form)
const keyOf = (rule) => `${rule.id} ${rule.left}`
const update = createList(find('[data-list="switches"]'), keyOf, renderRule)
let actionsOf = {}

export async function loadSwitches() {
  const { faults, providers } = await call('GET', '/faults')
  const active = faults.filter((rule) => rule.left > 0).length
  find('[data-count="switches"]').textContent = active > 0 ? active : ''
  find('[data-empty="switches"]').hidden = faults.length > 0
  find('[data-do="clear-switches"]').disabled = faults.length === 0
  update(faults)
  if (Object.keys(actionsOf).length === 0) {
    actionsOf = providers
    fields.provider.replaceChildren(...Object.keys(providers).map((name) => h('option', {}, name)))
    showActions()
  }
}

function showActions() {
  const options = actionsOf[fields.provider.value] ?? []
  fields.action.replaceChildren(...options.map((value) => h('option', { value }, names[value] ?? value)))
  showArgument()
}

function showArgument() {
  argument.hidden = !fields.action.value.includes('<')
  fields.argument.value = fields.action.value.includes('<number>') ? '2000' : ''
}

function nameOf(action) {
  const delay = /^delayMs:(\d+)$/.exec(action)
  return delay ? `Answers ${delay[1]} ms late` : (names[action] ?? action)
}

function renderRule(rule) {
  const conditions = [
    rule.method && `method ${rule.method}`,
    rule.path && `path ${rule.path}`,
    rule.match && `contains “${rule.match}”`,
    rule.after && 'after doing what was asked',
    rule.stripeShouldRetry !== undefined && `should retry: ${rule.stripeShouldRetry}`,
  ].filter(Boolean)
  const isUsedUp = rule.left === 0
  return h(
    'li',
    { class: `rule ${isUsedUp ? 'rule--used' : ''}` },
    h(
      'div',
      { class: 'rule__text' },
      h(
        'p',
        { class: 'rule__name' },
        h('span', { class: 'badge badge--brand' }, rule.provider),
        nameOf(rule.action),
      ),
      conditions.length > 0 && h('p', { class: 'rule__when' }, conditions.join(', ')),
      h('progress', { class: 'rule__bar', max: rule.times, value: rule.left, 'aria-label': 'Strikes left' }),
      h(
        'p',
        { class: 'rule__left' },
        isUsedUp
          ? `Used up, struck ${rule.times} of ${rule.times} times`
          : `${rule.left} of ${rule.times} left`,
      ),
    ),
    h(
      'button',
      {
        class: 'btn btn--borderless btn--small',
        type: 'button',
        'aria-label': `Remove switch: ${rule.provider}, ${nameOf(rule.action)}`,
        click: attempt(() => call('DELETE', `/faults/${rule.id}`)),
      },
      icon('trash'),
      'Remove',
    ),
  )
}

async function addSwitch() {
  const { provider, times, action, method, match, path, after } = fields
  failure.hidden = true
  try {
    await call('POST', '/faults', {
      provider: provider.value,
      times: Number(times.value),
      action: action.value.replace(/<.*>/, fields.argument.value),
      method: method.value.trim(),
      match: match.value,
      path: path.value.trim(),
      after: after.checked,
    })
    announce('Switch added')
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    failure.textContent = error.message
    failure.hidden = false
  }
}

fields.provider.addEventListener('change', showActions)
fields.action.addEventListener('change', showArgument)
form.addEventListener('submit', attempt(addSwitch))
find('[data-do="clear-switches"]').addEventListener(
  'click',
  attempt(() => call('DELETE', '/faults')),
)
