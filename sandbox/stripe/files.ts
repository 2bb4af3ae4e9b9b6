import { endpoint } from './endpoint.ts'
import type { Endpoints } from './endpoint.ts'
import { invalid } from './failures.ts'
import type { FilePart } from './form.ts'
import { oneOf, required } from './parameters.ts'
import type { Reader } from './parameters.ts'

const mostBytes = 5_000_000
const typesOf: Record<string, string> = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' }

const filePart: Reader<FilePart> = (value, path) => {
  if (typeof value !== 'object' || value === null || !('bytes' in value)) {
    throw invalid('Invalid file', { param: path })
  }
  return value as FilePart
}

/** Files that a merchant uploads as evidence. Stripe has a host of its own for them. */
export const fileEndpoints: Endpoints = {
  'POST /v1/files': endpoint(
    { file: required(filePart), purpose: required(oneOf('dispute_evidence')) },
    ({ merchant, ids, now }, { file, purpose }) => {
      const type = typesOf[file.contentType]
      if (type === undefined) {
        throw invalid('Invalid file: dispute_evidence must be a PDF, JPEG or PNG.', { param: 'file' })
      }
      const bytes = Buffer.from(file.bytes, 'latin1')
      if (bytes.length > mostBytes) throw invalid('Invalid file: it is too large.', { param: 'file' })
      const id = ids.next('file_', 24)
      merchant.fileContents.set(id, bytes.toString('base64'))
      return merchant.files.add({
        id,
        object: 'file',
        created: now,
        expires_at: null,
        filename: file.fileName,
        purpose,
        size: bytes.length,
        title: null,
        type,
        url: null,
      })
    },
  ),
}
