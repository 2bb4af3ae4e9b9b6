import { onCustomerChange } from './session.ts'

export type RunningUploads = {
  has(accountId: string): boolean
  begin(accountId: string): AbortSignal
  end(accountId: string): void
  cancel(accountId: string): void
}

/**
 * The uploads of one kind that are on their way, one for each account. They go on while another page is looked at, and
 * end with the customer.
 */
export function runningUploads(): RunningUploads {
  const running = new Map<string, AbortController>()
  onCustomerChange(() => {
    for (const controller of running.values()) controller.abort()
  })
  return {
    has: (accountId) => running.has(accountId),
    begin(accountId) {
      const controller = new AbortController()
      running.set(accountId, controller)
      addEventListener('beforeunload', warn)
      return controller.signal
    },
    end(accountId) {
      running.delete(accountId)
      if (running.size === 0) removeEventListener('beforeunload', warn)
    },
    cancel: (accountId) => running.get(accountId)?.abort(),
  }

  /** Leaving the portal would cut the upload off; the browser asks in its own words. */
  function warn(event: Event): void {
    event.preventDefault()
  }
}
