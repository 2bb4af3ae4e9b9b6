import { converse } from './port.js'

/** The data that the page added to this frame's URL: nothing in it is secret. */
export const about = Object.fromEntries(new URLSearchParams(location.hash.slice(1)))

/** The sandbox's time when the frame was opened. */
export const now = new Date(document.documentElement.dataset.now)

/**
 * The page around this frame names its origin. If the name is false, the greeting does not arrive, and no port comes
 * back.
 */
export function connectToPage(answers) {
  return new Promise((resolve) => {
    addEventListener('message', ({ source, origin, data, ports: [port] }) => {
      if (source !== parent || origin !== about.parent || data !== 'stripe:connect') return
      resolve(converse(port, answers))
    })
    parent.postMessage('stripe:hello', about.parent)
  })
}

/**
 * A channel to the frame that calls the API. The port is created here and passed from frame to frame, so the page
 * never has an end of it and cannot read what is typed.
 */
export function connectToCalls(answers) {
  return new Promise((resolve) => {
    let isConnected = false
    const join = () => {
      const calls = findSibling(about.calls)
      if (!calls || isConnected) return
      const { port1, port2 } = new MessageChannel()
      const line = converse(port1, {
        ...answers,
        joined() {
          isConnected = true
          resolve(line)
        },
      })
      const { id, group, type } = about
      calls.postMessage({ stripe: 'join', id, group, type }, location.origin, [port2])
    }
    // Whichever of the two frames starts later finds the other.
    addEventListener('message', ({ source, origin, data }) => {
      if (origin === location.origin && source?.parent === parent && data === 'stripe:calls') join()
    })
    join()
  })
}

function findSibling(name) {
  return siblings().find((frame) => frame.name === name)
}

/** The frames of our origin in the same page. One that is still loading has the page's origin, and is none yet. */
export function siblings() {
  return Array.from({ length: parent.length }, (_, index) => parent.frames[index]).filter(isOurs)
}

function isOurs(frame) {
  try {
    return frame.location.origin === location.origin
  } catch {
    return false
  }
}

/** Reports this frame's height to the page, now and at every change. */
export function reportHeight(page, element) {
  const observer = new ResizeObserver(() => {
    page.notify('resize', Math.ceil(element.getBoundingClientRect().height))
  })
  observer.observe(element)
}
