import { ApiError, call } from './api.js'
import { sandboxNow } from './clock.js'
import { announce, copyButton, createList, find, h, icon } from './dom.js'
import { shortDateAndTime, timeOfDay } from './time.js'
import { attempt } from './trouble.js'

/**
 * A list of items that change while they are displayed. Each expands to its details and actions, and shows their
 * results. An item is plain data: id, at, title, words, trouble, badges, actions, facts, parts (each with title,
 * badges, facts, lines and actions) and blocks of text.
 */
export function createThings(list) {
  let things = new Map()
  const update = createList(
    list,
    ({ id }) => id,
    ({ id }) => things.get(id).element,
  )
  return (items) => {
    const next = new Map(items.map((item) => [item.id, things.get(item.id) ?? createThing()]))
    things = next
    update(items)
    for (const item of items) next.get(item.id).show(item)
  }
}

function createThing() {
  const line = h('summary', { class: 'thing__line' })
  const more = h('div', { class: 'thing__content' })
  const outcome = h('p', { class: 'thing__outcome', hidden: true })
  const details = h('details', { class: 'thing' }, line, h('div', { class: 'thing__more' }, outcome, more))
  let shown
  let version = ''

  const say = (text, isTrouble) => {
    outcome.textContent = text
    outcome.classList.toggle('thing__outcome--trouble', isTrouble)
    outcome.hidden = false
    announce(text)
  }
  /** Collapsed items are not rendered, because there may be hundreds. */
  const fill = () => {
    if (!details.open) return more.replaceChildren()
    const focused = focusSelector(more)
    more.replaceChildren(...contentOf(shown, say))
    if (focused !== undefined) (find(focused, more) ?? line).focus({ preventScroll: true })
  }
  details.addEventListener('toggle', fill)
  return {
    element: h('li', {}, details),
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

function lineOf({ at, title, words, trouble, badges }) {
  return [
    h('time', { class: 'thing__time', datetime: new Date(at).toISOString() }, whenIs(at)),
    h(
      'span',
      { class: 'thing__what' },
      h('b', { class: 'thing__title' }, title),
      words && h('span', { class: 'thing__words' }, words),
      trouble && h('span', { class: 'thing__trouble' }, trouble),
    ),
    h('span', { class: 'thing__badges' }, badges.map(badge)),
    icon('chevron-down'),
  ]
}

function whenIs(at) {
  const isToday = new Date(at).toDateString() === new Date(sandboxNow()).toDateString()
  return (isToday ? timeOfDay : shortDateAndTime)(at)
}

const badge = ({ look, text }) => h('span', { class: `badge badge--${look}` }, text)

function contentOf({ facts, parts = [], blocks, actions = [] }, say) {
  return [
    actionsOf(actions, say),
    factsOf(facts),
    ...parts.map((part) =>
      h(
        'section',
        { class: 'thing__part' },
        h('h2', { class: 'thing__subtitle' }, part.title, (part.badges ?? []).map(badge)),
        part.facts && factsOf(part.facts),
        part.lines && linesOf(part.lines),
        actionsOf(part.actions ?? [], say),
      ),
    ),
    ...Object.entries(blocks).flatMap(([title, text]) => [
      h('h2', { class: 'thing__subtitle' }, title),
      h('pre', { class: 'source', tabindex: '0', role: 'group', 'aria-label': title }, text),
    ]),
  ].filter(Boolean)
}

/** An id, with a copy button. */
const isId = (value) => /^[a-z]+_\w{8,}$/.test(value)

function factsOf(facts) {
  const known = Object.entries(facts).filter(([, value]) => value)
  return h(
    'dl',
    { class: 'facts' },
    known.map(([name, value]) =>
      h(
        'div',
        {},
        h('dt', {}, name),
        h('dd', {}, value, isId(value) && copyButton(value, value, 'btn--borderless btn--tiny')),
      ),
    ),
  )
}

function linesOf(lines) {
  return h(
    'ol',
    { class: 'lines' },
    lines.map(({ badge: mark, text, source }) =>
      h('li', { class: 'lines__item' }, badge(mark), h('span', {}, text), h('code', {}, source)),
    ),
  )
}

function actionsOf(actions, say) {
  return (
    actions.length > 0 &&
    h(
      'div',
      { class: 'thing__actions' },
      actions.map((action) => form(action, say)),
    )
  )
}

function form(action, say) {
  const fields = action.fields ?? []
  let isBusy = false
  const run = async ({ target }) => {
    if (isBusy) return
    isBusy = true
    try {
      const given = Object.fromEntries(new FormData(target))
      say(action.said(await call('POST', action.path, action.wish(given))), false)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      say(error.message, true)
    } finally {
      isBusy = false
    }
  }
  return h(
    'form',
    { class: 'action', 'data-do': action.name, submit: attempt(run) },
    fields.map(({ label, options, ...attributes }) =>
      h(
        'label',
        { class: 'field' },
        h('span', { class: 'field__label' }, label),
        options
          ? h(
              'select',
              { class: 'select', ...attributes },
              options.map(([value, text]) => h('option', { value }, text)),
            )
          : h('input', { class: 'input', autocomplete: 'off', required: true, ...attributes }),
      ),
    ),
    h(
      'button',
      { class: 'btn btn--secondary btn--small', type: 'submit' },
      action.label,
      h('span', { class: 'sr-only' }, action.of),
    ),
  )
}
