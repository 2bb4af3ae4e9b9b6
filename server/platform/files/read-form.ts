import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { regionHeader } from '#contract/headers.ts'
import { largestFileBytes } from '#domain/files.ts'
import { fieldRefusal, Refusal } from '#domain/refusal.ts'

/** An uploaded file of which only the size was checked. */
export type SentFile = { name: string; contentType: string; bytes: Buffer }
export type UploadForm = { file: SentFile; fields: Record<string, string> }

/** Space for text parts, part headers and boundaries. */
const formOverheadBytes = 64 * 1024

/** Accepts multipart forms in this scope only; other routes refuse them. */
export async function acceptForms(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, {
    limits: { fileSize: largestFileBytes, files: 2, fields: 20, parts: 22, fieldSize: 4096, headerPairs: 50 },
  })
}

/**
 * Reads a form with one file of the given name. Any site can post a form, so a header is required that another site
 * cannot set without a preflight request.
 */
export async function readForm(request: FastifyRequest, fileField: string): Promise<UploadForm> {
  if (request.headers[regionHeader.toLowerCase()] === undefined)
    throw badForm(regionHeader, 'This header is required')
  // A form that is too large by its declared size is refused before it is read.
  if (Number(request.headers['content-length'] ?? 0) > largestFileBytes + formOverheadBytes)
    throw new Refusal('payload_too_large')
  if (!request.isMultipart()) throw new Refusal('unsupported_media_type')
  try {
    return await readParts(request, fileField)
  } catch (error) {
    throw error instanceof Refusal || isTooLarge(error) ? error : badForm(fileField, 'This could not be read')
  }
}

async function readParts(request: FastifyRequest, fileField: string): Promise<UploadForm> {
  let file: SentFile | undefined
  const fields: Record<string, string> = {}
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      if (part.fieldname !== fileField) throw badForm(part.fieldname, 'No file is expected here')
      if (file) throw badForm(fileField, 'Please send one file at a time')
      file = { name: nameOf(part.filename ?? ''), contentType: part.mimetype, bytes: await part.toBuffer() }
    } else fields[part.fieldname] = String(part.value)
  }
  if (!file) throw badForm(fileField, 'Please choose a file')
  return { file, fields }
}

/** Browsers escape only these three characters in a file name. */
function nameOf(sent: string): string {
  return sent.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n')
}

const isTooLarge = (error: unknown) => (error as { code?: unknown }).code === 'FST_REQ_FILE_TOO_LARGE'

function badForm(field: string, why: string): Refusal {
  return fieldRefusal({ [field.slice(0, 100)]: why })
}
