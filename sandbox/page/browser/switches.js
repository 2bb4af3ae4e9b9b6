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
  store500: 'Status 500, repeated for the same idempotency key',
  'decline:<word>': 'Declines the next payment',
  scriptError: 'The script does not load',
  duplicate: 'Sends it twice',
  reorder: 'Sends it after the next one',
  lose: 'Never sends it',
  badSignature: 'Signs it with a wrong secret',
  oldTimestamp: 'Signs it an hour ago',
  futureTimestamp: 'Signs it an hour ahead',
}

/** How a switch matches a provider's requests. */
const hints = {
  smtp: { path: 'The recipient’s address, such as *@example.com', method: 'RCPT or DATA' },
  sms: { path: 'Such as */Messages.json' },
  stripe: { path: 'Such as /v1/payment_intents or /v1/payment_intents/*/confirm' },
  'stripe-js': { path: '/endive/stripe.js' },
  scanner: { path: '/v2/scan' },
  address: { path: '/harmony/rest/au/address' },
  'id-check': { path: '/compliance/v1.2/document/new/verify' },
  'credit-body': { path: 'Such as /compliance/v1.2/entity/new/verify/*' },
  'stripe-webhooks': {
    path: 'The type of event, such as payment_intent.succeeded or charge.*',
    method: 'POST',
  },
}

const form = find('[data-form="switch"]')
const fields = form.elements
const argument = find('[data-argument]', form)
const shouldRetry = find('[data-should-retry]', form)
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
  const provider = fields.provider.value
  const { path, method } = hints[provider] ?? {}
  fields.action.replaceChildren(...options.map((value) => h('option', { value }, optionOf(provider, value))))
  find('[data-hint="path"]', form).textContent = `${path ?? 'A path'}. An asterisk stands for anything.`
  fields.method.placeholder = method ?? 'Any'
  // A webhook has no answer, so before or after makes no difference.
  fields.after.closest('label').hidden = provider === 'stripe-webhooks'
  fields.after.checked &&= provider !== 'stripe-webhooks'
  showArgument()
}

/** The label of each kind of value, and a valid example. */
const argumentKinds = {
  number: { label: 'Milliseconds', value: '2000', pattern: '[0-9]{1,6}', list: '' },
  word: { label: 'Decline code', value: 'insufficient_funds', pattern: '\\w+', list: 'decline-codes' },
}

function showArgument() {
  const { provider, action, argument: input } = fields
  const kind = argumentKinds[/<(\w+)>/.exec(action.value)?.[1]]
  argument.hidden = kind === undefined
  input.disabled = kind === undefined
  if (kind) {
    find('.field__label', argument).textContent = kind.label
    input.value = kind.value
    input.pattern = kind.pattern
    input.setAttribute('list', kind.list)
  }
  shouldRetry.hidden = provider.value !== 'stripe' || !action.value.startsWith('status:')
}

function optionOf(provider, action) {
  if (provider === 'stripe-webhooks' && action.startsWith('delayMs')) return 'Sends it late (milliseconds)'
  return names[action] ?? action
}

function nameOf({ provider, action }) {
  const [name, value] = action.split(':')
  if (name === 'delayMs') return `${provider === 'stripe-webhooks' ? 'Sends it' : 'Answers'} ${value} ms late`
  if (name === 'decline') return `Declines the next payment: ${value}`
  return names[action] ?? action
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
        nameOf(rule),
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
        'aria-label': `Remove switch: ${rule.provider}, ${nameOf(rule)}`,
        click: attempt(() => call('DELETE', `/faults/${rule.id}`)),
      },
      icon('trash'),
      'Remove',
    ),
  )
}

async function addSwitch() {
  const { provider, times, action, method, match, path, after, retry } = fields
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
      ...(!shouldRetry.hidden && retry.value !== '' && { stripeShouldRetry: retry.value === 'true' }),
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
