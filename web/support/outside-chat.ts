import { onCustomerChange } from '../session/session.ts'

type Widget = (command: 'boot' | 'show' | 'shutdown', options?: { app_id: string }) => void
declare global {
  interface Window {
    Intercom?: Widget
  }
}

let started: Promise<void> | undefined

/**
 * Loads Intercom's widget without the customer's name: Intercom would need a signature from the server to trust it.
 */
export function startWidget(appId: string): Promise<void> {
  started ??= load(appId).catch((error: unknown) => {
    started = undefined
    throw error
  })
  return started
}

export function showWidget(): void {
  window.Intercom?.('show')
}

async function load(appId: string): Promise<void> {
  await new Promise<void>((arrive, fail) => {
    const script = document.createElement('script')
    script.src = `https://widget.intercom.io/widget/${encodeURIComponent(appId)}`
    script.async = true
    script.addEventListener('load', () => arrive())
    script.addEventListener('error', () => fail(new Error('The chat widget did not load')))
    document.head.append(script)
  })
  window.Intercom?.('boot', { app_id: appId })
  // The next person at this computer must not read this conversation.
  onCustomerChange(() => {
    window.Intercom?.('shutdown')
    window.Intercom?.('boot', { app_id: appId })
  })
}
