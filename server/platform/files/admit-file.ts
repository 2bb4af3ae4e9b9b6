import { cleanFileName, fileKinds, kindByName, supportedFilesText, type FileKind } from '#domain/files.ts'
import { fieldRefusal, Refusal } from '#domain/refusal.ts'
import type { Deps } from '../deps.ts'
import { isAbsurdlyLarge, parseJpeg, parsePng } from './pictures.ts'
import { isPassivePdf } from './pdf-actions.ts'
import type { SentFile } from './read-form.ts'

/** A file whose content matches its name and that the scanner passed. */
export type AdmittedFile = { name: string; contentType: string; bytes: Buffer }

/**
 * Checks every upload before it is stored. The content decides what kind of file it is. Then it is scanned; a scanner
 * that does not reply counts as a refusal.
 */
export async function admitFile(
  { providers }: { providers: Pick<Deps['providers'], 'scanner'> },
  sent: SentFile,
  kinds: readonly FileKind[],
): Promise<AdmittedFile> {
  if (sent.bytes.length === 0) throw fieldRefusal({ file: 'The file is empty' })
  const kind = kindByName(sent.name)
  const bytes = kind && kinds.includes(kind) ? await contentToStore(kind, sent.bytes) : undefined
  if (!kind || !bytes) throw unsupported(supportedFilesText(kinds))
  const file = {
    name: cleanFileName(sent.name, `Document${fileKinds[kind].extensions[0]}`),
    contentType: fileKinds[kind].contentType,
    bytes,
  }
  if (!(await providers.scanner.isClean(file)))
    throw unsupported('Our virus scanner refused this file. Please choose another one.')
  return file
}

function unsupported(why: string): Refusal {
  return new Refusal('unsupported_media_type', { fields: { file: why } })
}

/** The bytes to store, or undefined if the file is not of this kind. */
async function contentToStore(kind: FileKind, bytes: Buffer): Promise<Buffer | undefined> {
  const { fileTypeFromBuffer } = await import('file-type')
  const detected = await fileTypeFromBuffer(bytes)
  if (detected?.mime !== fileKinds[kind].contentType || hasArchiveBehind(bytes)) return undefined
  if (kind === 'pdf') return pdfToStore(bytes)
  return isMoreThanPicture(bytes) ? undefined : pictureToStore(kind, bytes)
}

/**
 * Cuts off the second picture, film or metadata that many phones append to a photo: the customer did not mean to
 * upload it, and anything can hide there. Nothing legitimate follows a PNG.
 */
function pictureToStore(kind: 'png' | 'jpg', bytes: Buffer): Buffer | undefined {
  const picture = kind === 'png' ? parsePng(bytes) : parseJpeg(bytes)
  if (!picture || (kind === 'png' && picture.length !== bytes.length)) return undefined
  if (isAbsurdlyLarge(picture))
    throw unsupported('This picture has too many pixels. Please choose a smaller one.')
  return bytes.subarray(0, picture.length)
}

/** Never occurs in a real picture or its metadata: the start of a page or program, or the end of an archive. */
const pageMarks = /<script|<html[\s>]|<!doctype|<iframe|<\?php\s/i

function isMoreThanPicture(bytes: Buffer): boolean {
  return pageMarks.test(bytes.toString('latin1')) || bytes.includes(endOfWholeArchive)
}

async function pdfToStore(bytes: Buffer): Promise<Buffer | undefined> {
  if (!isPlainPdf(bytes)) return undefined
  if (!(await isPassivePdf(bytes)))
    throw unsupported(
      'This PDF is protected, or contains scripts, attachments or actions. Please print it to a new PDF and upload that.',
    )
  return bytes
}

const pdfStart = '%PDF-'
const pdfEnd = '%%EOF'
/** Some programs add a line break or pad to a block. */
const longestTail = 1024
/** After %%EOF, an incremental update (object, table, comment) or the end of an embedded PDF may follow. */
const hasOtherContentAfterEnd = /%%EOF[\s\0]*(?![\s\0]|\d|xref|startxref|%|endstream|$)/

/** Readers ignore bytes before and after a PDF, so the file could be a page or program too. Such files are refused. */
function isPlainPdf(bytes: Buffer): boolean {
  const text = bytes.toString('latin1')
  const end = text.lastIndexOf(pdfEnd)
  if (!text.startsWith(pdfStart) || end < 0 || hasOtherContentAfterEnd.test(text)) return false
  const tail = text.slice(end + pdfEnd.length)
  return tail.length <= longestTail && /^[\s\0]*$/.test(tail)
}

const archiveEnd = Buffer.from('PK\x05\x06', 'latin1')
/** Includes the volume numbers, zero for a single volume: long enough not to occur by chance. */
const endOfWholeArchive = Buffer.concat([archiveEnd, Buffer.alloc(4)])
const archiveEndLength = 22
const longestRemark = 0xffff

/** A ZIP is read from its end, so it can follow anything. Its last record states the length of its comment. */
function hasArchiveBehind(bytes: Buffer): boolean {
  const earliest = Math.max(0, bytes.length - archiveEndLength - longestRemark)
  for (
    let at = bytes.lastIndexOf(archiveEnd);
    at >= earliest;
    at = at > 0 ? bytes.lastIndexOf(archiveEnd, at - 1) : -1
  ) {
    const isWhole = at + archiveEndLength <= bytes.length
    if (isWhole && bytes.readUInt16LE(at + 20) === bytes.length - at - archiveEndLength) return true
  }
  return false
}
