import { cleanFileName, fileKinds, kindByName, supportedFilesText, type FileKind } from '#domain/files.ts'
import { Refusal } from '#domain/refusal.ts'
import type { SentFile } from './read-form.ts'

/** A file that is what its name says. */
export type AdmittedFile = { name: string; contentType: string; bytes: Buffer }

/**
 * Every upload comes through here, and is stored only afterwards: whoever else is to be asked about a file, such as a
 * scanner for viruses, is asked here, and its silence counts as a no.
 */
export async function admitFile(sent: SentFile, kinds: readonly FileKind[]): Promise<AdmittedFile> {
  if (sent.bytes.length === 0) throw new Refusal('invalid_request', { fields: { file: 'The file is empty' } })
  const kind = kindByName(sent.name)
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(sent.bytes)
  const isAsNamed =
    kind !== undefined &&
    kinds.includes(kind) &&
    found?.mime === fileKinds[kind].contentType &&
    !hasArchiveBehind(sent.bytes) &&
    (kind !== 'pdf' || isPlainPdf(sent.bytes))
  if (!isAsNamed) throw new Refusal('unsupported_media_type', { fields: { file: supportedFilesText(kinds) } })
  return {
    name: cleanFileName(sent.name, `Document${fileKinds[kind].extensions[0]}`),
    contentType: fileKinds[kind].contentType,
    bytes: sent.bytes,
  }
}

const pdfStart = '%PDF-'
const pdfEnd = '%%EOF'
/** Some programs end with a line or fill up a block. */
const longestTail = 1024

/** Readers forgive what stands before and after a PDF, which lets a file be a page or a program as well. Ours may not. */
function isPlainPdf(bytes: Buffer): boolean {
  const end = bytes.lastIndexOf(pdfEnd)
  if (bytes.toString('latin1', 0, pdfStart.length) !== pdfStart || end < 0) return false
  const tail = bytes.toString('latin1', end + pdfEnd.length)
  return tail.length <= longestTail && /^[\s\0]*$/.test(tail)
}

const archiveEnd = Buffer.from('PK\x05\x06', 'latin1')
const archiveEndLength = 22
const longestRemark = 0xffff

/** An archive is read from its end, so it can follow anything: its last record says how long the remark behind it is. */
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
