import type { Contract } from '#contract/contract.ts'
import type { ReplyOf, RequestOf } from '#contract/endpoint.ts'
import type { Send } from '../api/http.ts'
import { sendRequest, type Key } from './client.ts'

type UploadKey = { [K in Key]: Contract[K] extends { upload: 'file' } ? K : never }[Key]

/** `body` holds the text parts of the form, if there are any. */
type Upload<K extends UploadKey> = RequestOf<Contract[K]> & {
  file: File
  /** How much has been sent, from 0 to 100. */
  onProgress?: (percent: number) => void
  signal?: AbortSignal
}
type AnyUpload = Upload<UploadKey> & { body?: Record<string, string | Blob> }

/** Sends one file. If its signal cancels it, it fails with an `AbortError`. */
export async function upload<K extends UploadKey>(key: K, given: Upload<K>): Promise<ReplyOf<Contract[K]>> {
  const { params, body, file, onProgress, signal } = given as AnyUpload
  const form = new FormData()
  // Text parts first, so that the server knows what the file is for while it reads it.
  for (const [name, value] of Object.entries(body ?? {})) form.append(name, value)
  form.append('file', file)
  const reply = await sendRequest(key, { params, body: form, signal }, sendWithProgress(onProgress))
  return (await reply.json()) as ReplyOf<Contract[K]>
}

/** `fetch` does not report upload progress; `XMLHttpRequest` does. */
function sendWithProgress(onProgress: ((percent: number) => void) | undefined): Send {
  return (path, { method = 'POST', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const cancelled = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
      if (signal?.aborted) return cancelled()
      const sent = new XMLHttpRequest()
      sent.open(method, path)
      new Headers(headers).forEach((value, name) => sent.setRequestHeader(name, value))
      sent.responseType = 'blob'
      sent.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.((loaded / total) * 100))
      sent.addEventListener('load', () => resolve(toReply(sent)))
      sent.addEventListener('error', () => reject(new TypeError('The upload did not reach the server')))
      sent.addEventListener('abort', cancelled)
      signal?.addEventListener('abort', () => sent.abort(), { once: true })
      sent.send(body as FormData)
    })
}

function toReply(sent: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of sent.getAllResponseHeaders().trim().split('\r\n')) {
    const end = line.indexOf(':')
    if (end > 0) headers.append(line.slice(0, end), line.slice(end + 1).trim())
  }
  const { status, statusText } = sent
  return new Response(sent.response as Blob, { status, statusText, headers })
}
