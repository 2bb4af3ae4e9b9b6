import { cleanFileName } from '#domain/files.ts'

/** The name that a reply gives its file, fit to be a name on any disk. */
export function fileNameIn(header: string | null, fallback: string): string {
  return cleanFileName(decoded(header ?? ''), fallback)
}

/** A name that was not encoded at all may hold a lone percent sign. */
function decoded(header: string): string {
  try {
    return decodeURIComponent(header)
  } catch {
    return header
  }
}
