import { attempt, call } from './api.js'
import { sandboxNow } from './clock-time.js'
import {
  announce,
  badge,
  createList,
  facts,
  field,
  find,
  h,
  hiddenText,
  icon,
  input,
  select,
  source,
} from './dom.js'
import { logIn, messagesOf } from './people.js'
import { shortTime } from './time.js'

/** What an action led to, beside it. */
export function createOutcome() {
  const element = h('p.outcome', { hidden: true })
  const say = (text, isTrouble) => {
    element.textContent = text
    element.classList.toggle('outcome--trouble', isTrouble === true)
    element.hidden = false
    announce(text)
  }
  return { element, say, clear: () => (element.hidden = true) }
}

/**
 * A list of items that change while they are displayed. Each expands to its details and actions, and shows their
 * results. An item is plain data: id, at, region, title, words, trouble, badges, family, actions, facts, parts
 * (each with title, badges, facts, lines, files and actions) and blocks of text.
 */
export function createThings(list) {
  let things = new Map()
  const update = createList(
    list,
    ({ id }) => id,
    ({ id }) => things.get(id).element,
  )
  return (items) => {
    things = new Map(items.map((item) => [item.id, things.get(item.id) ?? createThing()]))
    update(items)
    for (const item of items) things.get(item.id).show(item)
  }
}

function createThing() {
  const line = h('summary.thing__line')
  const more = h('div.stack')
  const { element: outcome, say } = createOutcome()
  const details = h('details.thing', line, h('div.stack.thing__more', outcome, more))
  let shown
  let version = ''

  /** Collapsed items are not rendered, because there may be hundreds. */
  const fill = () => {
    if (!details.open) return more.replaceChildren()
    const focused = focusSelector(more)
    more.replaceChildren(...contentOf(shown, say))
    if (focused !== undefined) (find(focused, more) ?? line).focus({ preventScroll: true })
  }
  details.addEventListener('toggle', fill)
  return {
    element: h('li', details),
    show(thing) {
      const current = JSON.stringify(thing)
      if (current === version) return
      version = current
      shown = thing
      line.replaceChildren(...lineOf(thing))
      fill()
    },
  }
}

/** A selector of the focused element that still matches after a redraw. */
function focusSelector(inside) {
  const { activeElement: element } = document
  if (!inside.contains(element)) return undefined
  const form = element.closest('form')
  if (!form) return 'button'
  return `form[data-do="${form.dataset.do}"] ${element.name ? `[name="${element.name}"]` : 'button'}`
}

function lineOf({ at, region, title, words, trouble, badges }) {
  const time = { datetime: new Date(at).toISOString() }
  return [
    h('time.thing__time', time, shortTime(at, sandboxNow(), region)),
    h(
      'span.thing__what',
      h('b', title),
      words && h('span.muted', words),
      trouble && h('span.trouble', trouble),
    ),
    h('span.thing__badges', badges.map(badge)),
    icon('chevron-down'),
  ]
}

function contentOf({ family, facts: known, parts = [], blocks = {}, actions = [] }, say) {
  return [
    family && familyLinks(family, say),
    actionsOf(actions, say),
    facts(known),
    ...parts.map((part) =>
      h(
        'section.stack.thing__part',
        h('h2.thing__subtitle', part.title, (part.badges ?? []).map(badge)),
        part.facts && facts(part.facts),
        part.lines && linesOf(part.lines),
        part.files && filesOf(part.files),
        actionsOf(part.actions ?? [], say),
      ),
    ),
    ...Object.entries(blocks)
      .filter(([, text]) => text !== '')
      .map(([title, text]) => h('section.thing__block', h('h2.thing__subtitle', title), source(title, text))),
  ].filter(Boolean)
}

function familyLinks(family, say) {
  const of = hiddenText(` of ${family.name}`)
  return h(
    'div.buttons',
    h(
      'button.btn.btn--tertiary.btn--small',
      { type: 'button', click: attempt(() => logIn(family, say)) },
      'Open in the portal',
      hiddenText(` as ${family.name}`),
      icon('external'),
    ),
    h('a.btn.btn--secondary.btn--small', { href: messagesOf(family) }, 'Messages', of),
  )
}

function linesOf(lines) {
  return h(
    'ol.lines',
    lines.map((line) => h('li', badge(line.badge), h('span', line.text), h('code', line.source))),
  )
}

function filesOf(files) {
  return h(
    'ul.stack',
    files.map(({ title, text, path }) =>
      h('li', `${title}: `, h('a', { href: `/_sandbox/api${path}`, target: '_blank' }, text)),
    ),
  )
}

function actionsOf(actions, say) {
  return (
    actions.length > 0 &&
    h(
      'div.buttons',
      actions.map((action) => actionForm(action, say)),
    )
  )
}

function actionForm(action, say) {
  const { label: name, about, path, fields = [], of = Object.values(about)[0] } = action
  const run = async ({ target }) => {
    const wish = action.wish?.(Object.fromEntries(new FormData(target)))
    say(action.said(await call('POST', path, { ...about, ...wish })))
  }
  return h(
    'form.action',
    { 'data-do': `${name} ${of}`, submit: attempt(run, say) },
    fields.map(({ label, options, ...attributes }) =>
      field(label, options ? select(attributes.name, options) : input(attributes.name, attributes)),
    ),
    h('button.btn.btn--secondary.btn--small', name, hiddenText(` ${of}`)),
  )
}
