import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { regionHeader } from '#contract/headers.ts'
import { largestFileBytes } from '#domain/files.ts'
import { Refusal } from '#domain/refusal.ts'

/** A file as it was sent: nothing about it is checked yet but its size. */
export type SentFile = { name: string; contentType: string; bytes: Buffer }
export type Form = { file: SentFile; fields: Record<string, string> }

/** For text parts, the names of parts and what stands between them. */
const besideFile = 64 * 1024

/** Lets the routes of this scope receive forms with a file; elsewhere a form is refused as it comes. */
export async function acceptForms(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, {
    limits: { fileSize: largestFileBytes, files: 2, fields: 20, parts: 22, fieldSize: 4096, headerPairs: 50 },
  })
}

/**
 * Reads a form with one file of the given name. A form can be posted by any page in the world: that it comes from ours
 * is seen from a header that a foreign page cannot set without asking first.
 */
export async function readForm(request: FastifyRequest, fileField: string): Promise<Form> {
  if (request.headers[regionHeader.toLowerCase()] === undefined)
    throw badForm(regionHeader, 'This header is required')
  // What is too large by its own account is refused before it is read.
  if (Number(request.headers['content-length'] ?? 0) > largestFileBytes + besideFile)
    throw new Refusal('payload_too_large')
  if (!request.isMultipart()) throw new Refusal('unsupported_media_type')
  try {
    return await readParts(request, fileField)
  } catch (error) {
    throw error instanceof Refusal || isTooLarge(error) ? error : badForm(fileField, 'This could not be read')
  }
}

async function readParts(request: FastifyRequest, fileField: string): Promise<Form> {
  let file: SentFile | undefined
  const fields: Record<string, string> = {}
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      if (part.fieldname !== fileField) throw badForm(part.fieldname, 'No file is expected here')
      if (file) throw badForm(fileField, 'Please send one file at a time')
      file = { name: part.filename ?? '', contentType: part.mimetype, bytes: await part.toBuffer() }
    } else fields[part.fieldname] = String(part.value)
  }
  if (!file) throw badForm(fileField, 'Please choose a file')
  return { file, fields }
}

const isTooLarge = (error: unknown) => (error as { code?: unknown }).code === 'FST_REQ_FILE_TOO_LARGE'

function badForm(field: string, why: string): Refusal {
  return new Refusal('invalid_request', { fields: { [field.slice(0, 100)]: why } })
}
