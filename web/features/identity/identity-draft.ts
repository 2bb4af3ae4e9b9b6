import { useSyncExternalStore } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { Account } from '#contract/accounts.ts'
import type { Identification } from '#contract/identity.ts'
import type { IdentityStep } from '#domain/identity.ts'
import { refreshAccount, rereadAccount, notifyOtherTabs } from '../../session/account-news.ts'
import { ApiError, isRefused } from '../../api/api-error.ts'
import { call } from '../../session/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { runningUploads } from '../../session/running-uploads.ts'
import { onCustomerChange } from '../../session/session.ts'
import { upload } from '../../session/upload.ts'
import { whyNotSend } from '../../ui/file-upload/why-not-send.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { identityQuery } from './identity-query.ts'
import { emptyDocument, identificationOf, type TypedDocument } from './typed-document.ts'
import { newListeners } from '../../ui/listeners.ts'

/** A check with the issuer, or a copy that staff review. */
export type Way = Extract<IdentityStep, 'Check' | 'Upload'>

export type IdentityDraft = {
  document: TypedDocument
  hasConsent: boolean
  file: File | null
  fileTrouble?: string
  /** The step reached on this page; until then the server's step applies. */
  way?: Way
  /** Set while a check or an upload is running; for an upload, the percentage sent. */
  progress?: 'checking' | number
  failedChecks: number
  /** An additional message about the last check. */
  remark?: string
  hasUploadFailed: boolean
}

type Holder = Pick<Account, 'accountId' | 'region'>

/**
 * Kept outside the page, so that a running check or upload continues while the customer visits another page, and its
 * result is there on return. In memory only, because it contains document numbers.
 */
const drafts = new Map<string, IdentityDraft>()
const uploads = runningUploads()
const { follow, notify } = newListeners()

const empty = (region: Account['region']): IdentityDraft => ({
  document: emptyDocument(region),
  hasConsent: false,
  file: null,
  failedChecks: 0,
  hasUploadFailed: false,
})
const starts = { AU: empty('AU'), UK: empty('UK') }

const draftOf = ({ accountId, region }: Holder) => drafts.get(accountId) ?? starts[region]

export function useIdentityDraft(account: Holder): IdentityDraft {
  return useSyncExternalStore(follow, () => draftOf(account))
}

export function changeDraft(account: Holder, change: Partial<IdentityDraft>): void {
  drafts.set(account.accountId, { ...draftOf(account), ...change })
  notify()
}

function drop(accountId: string): void {
  drafts.delete(accountId)
  notify()
}

/** Drops the draft when the customer leaves the page, unless something is still running. */
export function forgetDraft(accountId: string): void {
  if (drafts.get(accountId)?.progress === undefined) drop(accountId)
}

export function chooseCopy(account: Holder, file: File): void {
  const fileTrouble = whyNotSend(file)
  changeDraft(account, { file: fileTrouble ? null : file, fileTrouble, hasUploadFailed: false })
}

/** A second press is ignored. */
export async function submitIdentity(account: Holder, way: Way): Promise<void> {
  const { document, hasConsent, file, progress } = draftOf(account)
  const identification = identificationOf(document)
  if (!identification || !hasConsent || progress !== undefined) return
  if (way === 'Check') await check(account, identification)
  else if (file) await handIn(account, identification, file)
}

/** Whatever fails, the next step is to upload a copy. */
async function check(account: Holder, identification: Identification): Promise<void> {
  const { accountId } = account
  changeDraft(account, { way: 'Check', progress: 'checking', remark: undefined })
  const answer = await call('POST /api/portal/customer/account/:accountId/identification-details', {
    params: { accountId },
    body: { identification, idCheckConsent: true },
  }).catch((error: unknown) => ({ error }))
  if (!drafts.has(accountId)) return
  if ('status' in answer && answer.status === 'Pass')
    return finish(accountId, 'Thank you. Your identity is verified.')

  const error = 'error' in answer ? answer.error : undefined
  if (isSessionOver(error)) return drop(accountId)
  const isAnswered = error === undefined || isRefused(error)
  await readStep(accountId, isAnswered)
  if (!drafts.has(accountId)) return
  const failedChecks = draftOf(account).failedChecks + 1
  changeDraft(account, { way: 'Upload', progress: undefined, failedChecks, remark: remarkOn(error) })
  showErrorIfElsewhere('ID check unsuccessful. Please upload a copy of your licence or passport.')
}

const unreached =
  'We could not reach our server, so your details may not have been checked. Once you are online, check them again.'

/** The reason a document did not pass is never shown; an unrelated failure may be. */
function remarkOn(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'not_by_staff') return error.msg
  return error.status === 0 ? unreached : undefined
}

async function handIn(account: Holder, identification: Identification, file: File): Promise<void> {
  const { accountId } = account
  const signal = uploads.begin(accountId)
  changeDraft(account, { way: 'Upload', progress: 0, fileTrouble: undefined, hasUploadFailed: false })
  const failure = await upload('POST /api/portal/customer/account/:accountId/identification-details/manual', {
    params: { accountId },
    body: { identification: JSON.stringify(identification), idCheckConsent: 'true' },
    file,
    signal,
    onProgress: (percent) => drafts.has(accountId) && changeDraft(account, { progress: percent }),
  }).then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  uploads.end(accountId)
  if (!drafts.has(accountId)) return
  if (!failure) return finish(accountId, "Thank you. We'll check your document and email you.")
  if (isSessionOver(failure.error)) return drop(accountId)
  await readStep(accountId, isRefused(failure.error))
  if (!drafts.has(accountId)) return
  changeDraft(account, {
    progress: undefined,
    hasUploadFailed: true,
    fileTrouble: failure.error instanceof ApiError ? failure.error.fields['file'] : undefined,
  })
  showErrorIfElsewhere('Your document was not sent. Please send it again.')
}

/** Goes to the Overview, which no longer asks for the document. */
async function finish(accountId: string, thanks: string): Promise<void> {
  await rereadAccount()
  notifyOtherTabs()
  if (isHere()) navigate('/')
  drop(accountId)
  showToast({ variant: 'success', text: thanks })
}

/** Another tab may have been first. If the server is unreachable, don't wait for the answer. */
async function readStep(accountId: string, isReachable: boolean): Promise<void> {
  const reading = queryClient.invalidateQueries({ queryKey: identityQuery(accountId).queryKey })
  if (isReachable) await reading
}

const isSessionOver = (error: unknown) => error instanceof ApiError && error.status === 401

const isHere = () => location.pathname.startsWith('/verify-identity')

function showErrorIfElsewhere(text: string): void {
  if (!isHere()) showToast({ variant: 'error', text })
}

/** Goes to the Overview and cancels a running upload. */
export function cancelIdentity(accountId: string): void {
  if (uploads.has(accountId)) {
    drop(accountId)
    uploads.cancel(accountId)
    // The upload may have arrived anyway.
    refreshAccount()
  }
  navigate('/')
}

onCustomerChange(() => drafts.clear())
