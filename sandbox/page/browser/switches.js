import { attempt, call } from './api.js'
import { sandboxNow } from './clock-time.js'
import {
  announce,
  badge,
  button,
  check,
  createList,
  emptyState,
  field,
  h,
  icon,
  input,
  select,
} from './dom.js'
import { fillChoice, ownerOf } from './people.js'
import { isActive, recipeBox, showRecipes } from './recipes.js'
import { createOutcome } from './thing.js'
import { dayAndTime } from './time.js'
import { argumentKinds, hints, nameOf, optionOf, withoutSwitch } from './switch-words.js'

const wide = { look: '.field--wide' }
const optional = (text) => [text, h('span.muted', ' (optional)')]
const outcome = createOutcome()
const argument = field('Value', input('argument', { disabled: true, list: 'decline-codes' }), wide)
const retries = { '': 'Says nothing about it', true: 'Yes, try again', false: 'No, do not' }
const shouldRetry = field(
  'Tells the caller whether to try again',
  select('retry', Object.entries(retries)),
  wide,
)
const pathHint = h('span')
const form = h(
  'form.card.stack',
  h('h2', 'Add a switch'),
  h(
    'div.fields',
    field('Provider', select('provider')),
    field('Times', input('times', { type: 'number', min: 1, max: 1_000_000, value: 1 })),
    field('What goes wrong', select('action'), wide),
    argument,
    shouldRetry,
    field(optional('Method'), input('method', { required: false, placeholder: 'Any' })),
    field(optional('Contains'), input('match', { required: false, placeholder: 'Any words' })),
    field(optional('Path'), input('path', { required: false, placeholder: 'Any' }), {
      ...wide,
      hint: pathHint,
    }),
    field(
      optional('Minutes'),
      input('minutes', { required: false, type: 'number', min: 1, placeholder: 'No limit' }),
    ),
    check('after', 'Do what was asked first, then fail'),
  ),
  outcome.element,
  h('button.btn.btn--primary', icon('plus'), 'Add switch'),
)
const fields = form.elements
const list = h('ul.card.card--flush.rows')
const empty = emptyState('No switch is set: every provider answers as it should.')
const update = createList(list, (rule) => `${rule.id} ${rule.left} ${isActive(rule)}`, renderRule)
const clear = button(
  'Clear all',
  'secondary.btn--small',
  attempt(() => call('DELETE', '/faults')),
  icon('trash'),
)
const count = h('span.nav__count')
let actionsOf = {}

async function loadSwitches() {
  const { faults, providers } = await call('GET', '/faults')
  count.textContent = faults.filter(isActive).length || ''
  empty.hidden = faults.length > 0
  clear.disabled = faults.length === 0
  update(faults)
  showRecipes(faults)
  if (Object.keys(actionsOf).length > 0) return
  actionsOf = providers
  fillChoice(
    fields.provider,
    Object.keys(providers).map((name) => [name, name]),
  )
  showActions()
}

function showActions() {
  const provider = fields.provider.value
  const { path = 'A path', method = 'Any' } = hints[provider] ?? {}
  fillChoice(
    fields.action,
    (actionsOf[provider] ?? []).map((value) => [value, optionOf(provider, value)]),
  )
  pathHint.textContent = `${path}. An asterisk stands for anything.`
  fields.method.placeholder = method
  // A webhook has no answer, so before or after makes no difference.
  fields.after.closest('label').hidden = provider === 'stripe-webhooks'
  fields.after.checked &&= provider !== 'stripe-webhooks'
  showArgument()
}

function showArgument() {
  const { provider, action, argument: value } = fields
  const kind = argumentKinds[/<(\w+)>/.exec(action.value)?.[1]]
  argument.hidden = kind === undefined
  value.disabled = kind === undefined
  if (kind) {
    argument.firstChild.textContent = kind.label
    value.value = kind.value
    value.pattern = kind.pattern
  }
  shouldRetry.hidden = provider.value !== 'stripe' || !action.value.startsWith('status:')
}

function renderRule(rule) {
  const owner = ownerOf(rule.match)
  const conditions = [
    rule.method && `method ${rule.method}`,
    rule.path && `path ${rule.path}`,
    owner ? `for ${owner.family.name}` : rule.match && `match ${rule.match}`,
    rule.after && 'after it was done',
    rule.until && `until ${dayAndTime(rule.until)}, Sydney time`,
  ].filter(Boolean)
  const struck = rule.times - rule.left
  const left = rule.until ? `struck ${struck} times` : `${rule.left} of ${rule.times} left`
  return h(
    'li.rule',
    h(
      'div.rule__text',
      h('p.rule__name', badge({ look: 'brand', text: rule.provider }), nameOf(rule)),
      conditions.length > 0 && h('p.muted', conditions.join(', ')),
      h('p.muted', isActive(rule) ? left : `Used up, struck ${struck} of ${rule.times} times`),
    ),
    h(
      'button.btn.btn--borderless.btn--small',
      { type: 'button', 'aria-label': `Remove switch: ${rule.provider}, ${nameOf(rule)}` },
      { click: attempt(() => call('DELETE', `/faults/${rule.id}`)) },
      icon('trash'),
      'Remove',
    ),
  )
}

async function addSwitch() {
  const { provider, times, action, method, match, path, after, retry, minutes } = fields
  outcome.clear()
  await call('POST', '/faults', {
    provider: provider.value,
    times: Number(times.value),
    action: action.value.replace(/<.*>/, fields.argument.value),
    method: method.value.trim(),
    match: match.value,
    path: path.value.trim(),
    after: after.checked,
    ...(minutes.value && { until: new Date(sandboxNow() + minutes.value * 60_000).toISOString() }),
    ...(!shouldRetry.hidden && retry.value !== '' && { stripeShouldRetry: retry.value === 'true' }),
  })
  announce('Switch added')
}

fields.provider.addEventListener('change', showActions)
fields.action.addEventListener('change', showArgument)
form.addEventListener('submit', attempt(addSwitch, outcome.say))

export const switches = {
  title: 'Switches',
  icon: 'warning',
  count,
  topics: ['faults', 'clock'],
  isAlways: true,
  load: loadSwitches,
  lead: 'Let a provider fail on purpose, and see how the portal copes.',
  action: clear,
  content: [
    recipeBox,
    h('section.stack', h('h2', 'Switches that are set'), list, empty),
    h(
      'details.card.fold',
      h('summary', 'Set a switch by hand', icon('chevron-down')),
      h('div.split', form, withoutSwitch),
    ),
  ],
}
