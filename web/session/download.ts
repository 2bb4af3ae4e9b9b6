import type { Contract } from '#contract/contract.ts'
import type { FileDeclaration, RequestOf } from '#contract/endpoint.ts'
import { fileNameHeader } from '#contract/headers.ts'
import { addressOf } from '../api/address.ts'
import { sendRequest, lost, type Key } from './client.ts'
import { fileNameIn } from '../api/file-name.ts'
import { saveFile } from '../api/save-file.ts'

export type FileKey = { [K in Key]: Contract[K] extends { reply: FileDeclaration } ? K : never }[Key]

export type DownloadOptions = {
  /** Used when the reply does not name its file. */
  fallbackName: string
  /** How much has arrived, from 0 to 100; null while the size is unknown. */
  onProgress?: (percent: number | null) => void
}

const running = new Map<string, Promise<void>>()

/** Fetches a file and saves it in the browser. A second call while the file is loading joins the first. */
export function download<K extends FileKey>(
  key: K,
  request: RequestOf<Contract[K]>,
  options: DownloadOptions,
): Promise<void> {
  const { path } = addressOf(key, request)
  const file = running.get(path) ?? fetchFile(key, request, options).finally(() => running.delete(path))
  running.set(path, file)
  return file
}

async function fetchFile<K extends FileKey>(
  key: K,
  request: RequestOf<Contract[K]>,
  { fallbackName, onProgress }: DownloadOptions,
): Promise<void> {
  const reply = await sendRequest(key, request)
  const chunks = await readAll(reply, onProgress).catch(() => {
    throw lost(key, 'The file did not arrive completely. Please try again.')
  })
  const type = reply.headers.get('content-type') ?? 'application/pdf'
  const name = fileNameIn(reply.headers.get(fileNameHeader), fallbackName)
  saveFile({ blob: new Blob(chunks, { type }), name })
}

async function readAll(reply: Response, onProgress: DownloadOptions['onProgress']): Promise<BlobPart[]> {
  const expected = lengthOf(reply)
  const chunks: BlobPart[] = []
  let length = 0
  onProgress?.(expected === null ? null : 0)
  const reader = reply.body?.getReader()
  for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
    chunks.push(next.value)
    length += next.value.byteLength
    if (expected !== null) onProgress?.(Math.min(100, (length / expected) * 100))
  }
  if (length === 0 || (expected !== null && length !== expected)) throw new Error('The reply ended early')
  return chunks
}

/** The header counts compressed bytes, so it is no measure of a compressed reply. */
function lengthOf({ headers }: Response): number | null {
  const length = Number(headers.get('content-length'))
  return length > 0 && !headers.has('content-encoding') ? length : null
}
