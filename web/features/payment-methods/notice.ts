import { showToast } from '../../ui/toast/toast.ts'

/** A toast, so that it also outlives the way from the provider's return page to the list. */
export function notifyMethodUpdated(): void {
  showToast({ variant: 'success', text: 'Your payment method has been updated' })
}
