import { ProviderFailure } from './provider-failure.ts'

/** Looks for malware. Anything but a clear verdict is a failure and never counts as clean. */
export type ScannedFile = { name: string; contentType: string; bytes: Uint8Array }
export type FileScanner = { isClean(file: ScannedFile): Promise<boolean> }

const defaultTimeoutMs = 10_000

/** ClamAV behind its REST bridge, API version 2. */
export function fileScanner(url: string, timeoutMs = defaultTimeoutMs): FileScanner {
  return {
    async isClean({ name, contentType, bytes }) {
      const form = new FormData()
      form.append('file', new Blob([bytes], { type: contentType }), name)
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        const reply = await fetch(`${url}/v2/scan`, { method: 'POST', body: form, signal, redirect: 'error' })
        return verdictOf(reply.status, await reply.text())
      } catch (error) {
        if (error instanceof ProviderFailure) throw error
        throw new ProviderFailure('scanner', true, 'the scanner did not answer', { cause: error })
      }
    },
  }
}

/** Status and body must agree. An empty list means that no file arrived, not a clean file. */
function verdictOf(status: number, text: string): boolean {
  const statuses = statusesIn(text)
  if (status === 200 && statuses.length > 0 && statuses.every((each) => each === 'OK')) return true
  if (status === 406 && statuses.includes('FOUND')) return false
  throw new ProviderFailure('scanner', true, `the scanner answered ${status} without a verdict`)
}

function statusesIn(text: string): unknown[] {
  try {
    const results: unknown = JSON.parse(text)
    return Array.isArray(results) ? results.map((each: { Status?: unknown } | null) => each?.Status) : []
  } catch {
    return []
  }
}
