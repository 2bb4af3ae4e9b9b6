import { httpActions } from '../faults/actions.ts'
import { json } from '../http.ts'
import type { Answer, Incoming } from '../http.ts'
import { isMultipart, partsOf, type Part } from '../multipart.ts'
import type { Provider } from '../provider.ts'

/** A malware scanner: ClamAV behind its REST bridge, version 2. */
export function createScanner(): Provider {
  return {
    name: 'scanner',
    actions: httpActions,
    failure: (status) => ({ status, headers: { 'content-type': 'text/plain' }, body: Buffer.from('') }),
    routes: { 'POST /v2/scan': scan },
  }
}

type Result = { Status: string; Description: string; FileName: string; status: number }

function scan(request: Incoming): Answer {
  const parts = isMultipart(request) ? partsOf(request) : undefined
  if (!parts) return json(500, "request Content-Type isn't multipart/form-data")
  const results = parts.map(resultOf)
  const status = [406, 422].find((worse) => results.some((result) => result.status === worse)) ?? 200
  return json(
    status,
    results.map(({ Status, Description, FileName }) => ({ Status, Description, FileName })),
  )
}

function resultOf({ fileName, content }: Part): Result {
  if (!fileName) {
    return { Status: 'ERROR', Description: 'MimePart FileName missing', FileName: '', status: 422 }
  }
  const signature = signatureIn(fileName, content)
  return signature === undefined
    ? { Status: 'OK', Description: '', FileName: fileName, status: 200 }
    : { Status: 'FOUND', Description: signature, FileName: fileName, status: 406 }
}

/** In two halves, so that no scanner flags this file. */
const testText = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

function signatureIn(fileName: string, content: string): string | undefined {
  if (content.includes(testText)) return 'Eicar-Test-Signature'
  if (fileName.toLowerCase() === 'reject.pdf') return 'Sandbox.Rejected.UNOFFICIAL'
  return undefined
}
