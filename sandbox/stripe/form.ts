import type { Incoming } from '../http.ts'
import { isMultipart, partsOf } from '../multipart.ts'
import { invalid } from './failures.ts'
import { parseForm } from './parameters.ts'
import type { Form } from './parameters.ts'

/** A file in a form. Its text has one character per byte. */
export type FilePart = { fileName: string; contentType: string; bytes: string }

/** What was sent: in the address, as a form, or as a form with files. */
export function formOf(request: Incoming): Form {
  if (request.method === 'GET') return parseForm(request.query.toString())
  return isMultipart(request) ? formOfParts(request) : parseForm(request.body)
}

function formOfParts(request: Incoming): Form {
  const parts = partsOf(request)
  if (!parts) throw invalid('Invalid multipart form')
  return Object.fromEntries(
    parts.map(({ name, fileName, contentType, content }) => [
      name,
      fileName === undefined ? content : { fileName, contentType, bytes: content },
    ]),
  )
}

/** The same request sent again is the same text, although a form with files has another boundary each time. */
export function whatIsSent(request: Incoming): string {
  return isMultipart(request) ? JSON.stringify(formOfParts(request)) : request.body
}
