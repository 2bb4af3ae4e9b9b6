import { cleanFileName } from '#domain/files.ts'

/** The file name in a reply, made safe for any disk. */
export function fileNameIn(header: string | null, fallback: string): string {
  return cleanFileName(decoded(header ?? ''), fallback)
}

/** A name that was never encoded may contain a single percent sign. */
function decoded(header: string): string {
  try {
    return decodeURIComponent(header)
  } catch {
    return header
  }
}
