/** Safari starts to read some time after the click. */
const keptMs = 60_000

/** Hands a file to the browser, which keeps it where downloads go. */
export function saveFile({ blob, name }: { blob: Blob; name: string }): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), keptMs)
}
