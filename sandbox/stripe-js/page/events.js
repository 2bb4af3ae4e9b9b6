/** Listeners by event; each call returns the Element, as in Stripe.js. */
export function createEvents(owner) {
  const listeners = new Map()
  const of = (name) => listeners.get(name) ?? []
  return {
    emit(name, event) {
      for (const listener of of(name)) {
        if (listener.isOnce)
          listeners.set(
            name,
            of(name).filter((other) => other !== listener),
          )
        listener.handle(event)
      }
    },
    has: (name) => of(name).length > 0,
    members: {
      on(name, handle) {
        listeners.set(name, [...of(name), { handle }])
        return owner()
      },
      once(name, handle) {
        listeners.set(name, [...of(name), { handle, isOnce: true }])
        return owner()
      },
      off(name, handle) {
        listeners.set(name, handle ? of(name).filter((listener) => listener.handle !== handle) : [])
        return owner()
      },
    },
  }
}
