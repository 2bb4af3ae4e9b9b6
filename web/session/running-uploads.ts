import { onCustomerChange } from './session.ts'

export type RunningUploads = {
  has(accountId: string): boolean
  begin(accountId: string): AbortSignal
  end(accountId: string): void
  cancel(accountId: string): void
}

/**
 * The running uploads of one kind, one per account. They continue while the customer visits other pages, and stop
 * when the customer changes.
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

  /** Leaving the portal would cancel the upload, so the browser asks first. */
  function warn(event: Event): void {
    event.preventDefault()
  }
}
