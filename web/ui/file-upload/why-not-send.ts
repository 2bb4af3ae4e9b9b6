import { largestFileBytes } from '#domain/files.ts'

/** Checked before sending. The server inspects the file's content and decides. */
export function whyNotSend(file: { name: string; size: number }): string | undefined {
  if (file.size === 0) return `${file.name} was not added. The file is empty.`
  if (file.size > largestFileBytes)
    return `${file.name} was not added. A file may have up to ${largestFileBytes / 1024 / 1024} MB.`
  return undefined
}
