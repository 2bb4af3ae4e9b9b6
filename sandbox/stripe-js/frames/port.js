/** Requests and replies over a message port. Each side provides its handlers; a request without one gets no reply. */
export function converse(port, answers) {
  const waiting = new Map()
  let lastId = 0
  port.addEventListener('message', async ({ data: { id, name, value } }) => {
    if (name === undefined) {
      waiting.get(id)?.(value)
      waiting.delete(id)
    } else if (Object.hasOwn(answers, name)) {
      const answer = await answers[name](value)
      if (id !== undefined) port.postMessage({ id, value: answer })
    }
  })
  port.start()
  return {
    request: (name, value) =>
      new Promise((resolve) => {
        lastId += 1
        waiting.set(lastId, resolve)
        port.postMessage({ id: lastId, name, value })
      }),
    notify: (name, value) => port.postMessage({ name, value }),
  }
}
