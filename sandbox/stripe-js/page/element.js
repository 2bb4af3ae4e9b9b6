import { createEvents } from './events.js'
import { createFrame } from './frame.js'
import { integrationError, plain, setStyle } from './values.js'

const field = (what) => ({ page: 'field', title: `Secure ${what} input frame` })
const kinds = {
  cardNumber: field('card number'),
  cardExpiry: field('expiration date'),
  cardCvc: field('CVC'),
  card: field('card payment'),
  payment: { page: 'payment', title: 'Secure payment input frame', isWide: true },
  expressCheckout: { page: 'express', title: 'Secure express checkout frame', isWide: true },
}
const classNames = {
  base: 'StripeElement',
  complete: 'StripeElement--complete',
  empty: 'StripeElement--empty',
  focus: 'StripeElement--focus',
  invalid: 'StripeElement--invalid',
}

export const hasKind = (type) => Object.hasOwn(kinds, type)

const insides = new WeakMap()

/** The internal side of an Element, which the page does not see. */
export const insideOf = (element) => insides.get(element)

/**
 * An Element of a page: the container of one of our frames. `group` is what it belongs to, with the appearance and
 * the secret its frame starts with.
 */
export function createElement({ id, type, group, options: given = {}, answers = {}, onDestroy }) {
  const kind = kinds[type]
  const events = createEvents(() => element)
  let options = given
  let frame
  let node
  let isDestroyed = false
  let state = { empty: true, complete: false, invalid: false, focus: false }

  const paint = (change) => {
    state = { ...state, ...change }
    const names = { ...classNames, ...options.classes }
    if (!node) return
    node.classList.add(...words(names.base))
    for (const [name, isOn] of Object.entries(state)) {
      for (const word of words(names[name])) node.classList.toggle(word, isOn)
    }
  }
  const emit = (name, event) => events.emit(name, { elementType: type, ...event })
  const submitForm = () => node?.closest('form')?.requestSubmit()
  const focusFromLabel = ({ target }) => {
    const label = target instanceof Element ? target.closest('label') : null
    if (!label || !node) return
    if ((node.id !== '' && label.htmlFor === node.id) || label.contains(node)) element.focus()
  }

  const insertFrame = () => {
    const wrapper = setStyle(document.createElement('div'), {
      position: 'relative',
      margin: '0',
      padding: '0',
    })
    wrapper.className = '__PrivateStripeElement'
    frame = createFrame({
      page: kind.page,
      title: kind.title,
      about: { id, type, group: group.id, calls: group.callsName },
      start: () => ({ options: plain(options), ...group.startOf(type) }),
      answers: {
        ready(event) {
          emit('ready', event)
        },
        change(change) {
          paint({ empty: change.empty, complete: change.complete, invalid: change.error !== undefined })
          group.onChange(type, change)
          emit('change', change)
        },
        focus() {
          paint({ focus: true })
          emit('focus')
        },
        blur() {
          paint({ focus: false })
          emit('blur')
        },
        escape: () => emit('escape'),
        enter: submitForm,
        loaderror: (error) => emit('loaderror', { error }),
        // A frame may still send messages while it is removed from the page.
        resize(height) {
          if (frame) setStyle(frame.iframe, { height: `${height}px` })
        },
        ...answers,
      },
    })
    // Focus rings would be cut off at the edge of the frame.
    if (kind.isWide) setStyle(frame.iframe, { width: 'calc(100% + 8px)', margin: '-4px' })
    setStyle(frame.iframe, { height: kind.isWide ? '0' : '1.2em' })
    wrapper.append(frame.iframe)
    node.replaceChildren(wrapper)
  }

  const remove = () => {
    if (!frame) return
    document.removeEventListener('click', focusFromLabel)
    const wrapper = frame.iframe.parentNode
    frame.remove()
    wrapper.remove()
    frame = undefined
    group.calls.notify('leave', id)
    const names = { ...classNames, ...options.classes }
    for (const name of Object.values(names)) node.classList.remove(...words(name))
    node = undefined
  }
  const refuseDestroyed = () => {
    if (isDestroyed) {
      throw integrationError('This Element has already been destroyed. Please create a new one.')
    }
  }

  const element = {
    ...events.members,
    mount(where) {
      refuseDestroyed()
      const found = typeof where === 'string' ? document.querySelector(where) : where
      if (!found) {
        throw integrationError(
          `The selector you specified (${where}) applies to no DOM elements that are currently on the page.`,
        )
      }
      if (found === node) return
      remove()
      node = found
      insertFrame()
      document.addEventListener('click', focusFromLabel)
      paint({ empty: true, complete: false, invalid: false, focus: false })
      emit('loaderstart')
    },
    unmount() {
      refuseDestroyed()
      remove()
    },
    destroy() {
      refuseDestroyed()
      remove()
      isDestroyed = true
      onDestroy()
    },
    update(changes) {
      refuseDestroyed()
      options = { ...options, ...changes }
      frame?.notify('update', plain(changes))
      paint({})
      return element
    },
    focus() {
      frame?.iframe.focus()
      frame?.notify('focus')
    },
    blur: () => frame?.notify('blur'),
    clear: () => frame?.notify('clear'),
    ...(type === 'payment' && {
      collapse() {
        frame?.notify('collapse')
        return element
      },
    }),
  }
  insides.set(element, {
    id,
    type,
    group,
    emit,
    listensTo: events.has,
    options: () => options,
    isMounted: () => frame !== undefined,
    notify: (name, value) => frame?.notify(name, value),
    request: (name, value) => frame?.request(name, value),
    takeFocus: () => frame?.iframe.focus(),
  })
  return element
}

const words = (text) => (text ?? '').split(/\s+/).filter(Boolean)
