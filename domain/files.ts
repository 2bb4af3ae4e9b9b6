/** Uploaded files: their types, sizes and names. */
export const fileKinds = {
  pdf: { contentType: 'application/pdf', extensions: ['.pdf'] },
  png: { contentType: 'image/png', extensions: ['.png'] },
  jpg: { contentType: 'image/jpeg', extensions: ['.jpg', '.jpeg'] },
} as const satisfies Record<string, { contentType: string; extensions: readonly string[] }>
export type FileKind = keyof typeof fileKinds

export const invoiceFileKinds = ['pdf'] as const satisfies readonly FileKind[]
export const identityFileKinds = ['pdf', 'png', 'jpg'] as const satisfies readonly FileKind[]
export const letterFileKinds = ['pdf', 'png', 'jpg'] as const satisfies readonly FileKind[]

export const largestFileBytes = 10 * 1024 * 1024

/** "Only .pdf is supported." */
export function supportedFilesText(kinds: readonly FileKind[]): string {
  const extensions = kinds.map((kind) => `.${kind}`)
  const last = extensions.pop() ?? ''
  return extensions.length === 0
    ? `Only ${last} is supported.`
    : `Only ${extensions.join(', ')} and ${last} are supported.`
}

/** The type that a file name claims by its extension. */
export function kindByName(name: string): FileKind | undefined {
  const end = name.toLowerCase()
  const kinds = Object.keys(fileKinds) as FileKind[]
  return kinds.find((kind) => fileKinds[kind].extensions.some((extension) => end.endsWith(extension)))
}

const longestName = 120
const pathBefore = /^.*[\\/]/su
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu
const forbiddenInNames = /[<>:"|?*]/g

/**
 * A file name as stored and displayed: without its path, without invisible characters or those that reverse the text
 * direction, and short enough for every file system.
 */
export function cleanFileName(name: string, fallback: string): string {
  const shown = name
    .slice(-4 * longestName)
    .normalize('NFC')
    .replace(pathBefore, '')
    .replace(unseen, '')
    .replace(forbiddenInNames, ' ')
    .replace(/\s+/g, ' ')
    .replace(/[. ]+$/, '')
  const { stem, extension } = splitName(shown)
  const short = Array.from(stem.replace(/^[. ]+|[. ]+$/g, ''))
    .slice(0, longestName - extension.length)
    .join('')
    .trim()
  return short === '' ? fallback : `${short}${extension}`
}

/** Only known extensions count: "Term 1.2026" has none. */
function splitName(name: string): { stem: string; extension: string } {
  const kind = kindByName(name)
  const extension = kind && fileKinds[kind].extensions.find((end) => name.toLowerCase().endsWith(end))
  if (!extension) return { stem: name, extension: '' }
  return { stem: name.slice(0, -extension.length), extension: name.slice(-extension.length).toLowerCase() }
}

/** "Term 2 invoice" for "Term 2 invoice.pdf", for lists. */
export function nameWithoutExtension(name: string): string {
  return splitName(name).stem
}
