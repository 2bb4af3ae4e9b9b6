import { converse } from '../frames/port.js'
import { home } from './home.js'
import { setStyle } from './values.js'

const frames = new Set()
let made = 0

addEventListener('message', ({ source, origin, data }) => {
  if (origin !== home || data !== 'stripe:hello') return
  for (const frame of frames) if (frame.iframe.contentWindow === source) frame.connect(source)
})

/**
 * A frame from the origin of this script. It sends a greeting when it has loaded, and gets one end of a channel;
 * earlier messages are queued. A frame that is moved in the page loads and greets again.
 */
export function createFrame({ page, name, title, about, start, answers }) {
  made += 1
  const iframe = document.createElement('iframe')
  iframe.name = name ?? `__privateStripeFrame${made}`
  iframe.title = title
  const hash = new URLSearchParams({ ...about, parent: location.origin })
  iframe.src = `${home}/frames/${page}.html#${hash}`
  setStyle(iframe, {
    display: 'block',
    border: '0',
    margin: '0',
    padding: '0',
    width: '100%',
    // A frame is transparent only while it has the same colour scheme as its document.
    colorScheme: 'light',
  })

  let line
  let waiting = []
  const whenConnected = (action) => (line ? action() : waiting.push(action))
  const frame = {
    iframe,
    connect(contentWindow) {
      const { port1, port2 } = new MessageChannel()
      line = converse(port1, answers)
      contentWindow.postMessage('stripe:connect', home, [port2])
      line.notify('start', start())
      const actions = waiting
      waiting = []
      for (const action of actions) action()
    },
    notify: (what, value) => void whenConnected(() => line.notify(what, value)),
    request: (what, value) =>
      new Promise((resolve) => {
        whenConnected(() => resolve(line.request(what, value)))
      }),
    remove() {
      frames.delete(frame)
      iframe.remove()
    },
  }
  frames.add(frame)
  return frame
}
