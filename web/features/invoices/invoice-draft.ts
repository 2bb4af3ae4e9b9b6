import { useSyncExternalStore } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { queryClient } from '../../api/query-client.ts'
import { runningUploads } from '../../session/running-uploads.ts'
import { onCustomerChange } from '../../session/session.ts'
import { upload } from '../../session/upload.ts'
import { whyNotSend } from '../../ui/file-upload/why-not-send.ts'
import { whyRefused } from '../../api/why-refused.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { invoicesQuery } from './invoices-query.ts'
import { newListeners } from '../../ui/listeners.ts'

/** A chosen or uploading invoice. `percent` is set during the upload. */
export type InvoiceDraft = { file: File | null; percent?: number; error?: string }

/** Kept outside the page, by account, so that an upload continues while the customer visits another page. */
const drafts = new Map<string, InvoiceDraft>()
const uploads = runningUploads()
const { follow, notify } = newListeners()
const none: InvoiceDraft = { file: null }

function set(accountId: string, draft: InvoiceDraft): void {
  drafts.set(accountId, draft)
  notify()
}

export function useInvoiceDraft(accountId: string): InvoiceDraft {
  return useSyncExternalStore(follow, () => drafts.get(accountId) ?? none)
}

export function chooseInvoice(accountId: string, file: File): void {
  const error = whyNotSend(file)
  set(accountId, error ? { file: null, error } : { file })
}

export const removeInvoice = (accountId: string): void => set(accountId, none)

export const cancelInvoice = (accountId: string): void => uploads.cancel(accountId)

/** A second click is ignored. */
export async function sendInvoice(accountId: string): Promise<void> {
  const file = drafts.get(accountId)?.file
  if (!file || uploads.has(accountId)) return
  const signal = uploads.begin(accountId)
  set(accountId, { file, percent: 0 })
  try {
    const invoice = await upload('POST /api/portal/customer/account/:accountId/invoices/upload', {
      params: { accountId },
      file,
      signal,
      onProgress: (percent) => set(accountId, { file, percent }),
    })
    // Sending the same file again, even under another name, returns the invoice that is already stored.
    const { queryKey } = invoicesQuery(accountId)
    const isStored = queryClient.getQueryData(queryKey)?.some(({ id }) => id === invoice.id) ?? false
    queryClient.setQueryData(
      queryKey,
      (known) => known && [invoice, ...known.filter(({ id }) => id !== invoice.id)],
    )
    set(accountId, none)
    const text = isStored
      ? `We already have this file, as ${invoice.name}.`
      : `Thank you. We've received ${invoice.name}.`
    showToast({ variant: 'success', text })
  } catch (error) {
    const isOver = error instanceof ApiError && error.status === 401
    if (isOver) set(accountId, none)
    else set(accountId, { file, error: signal.aborted ? undefined : whyRefused(error) })
  } finally {
    uploads.end(accountId)
  }
}

onCustomerChange(() => drafts.clear())
