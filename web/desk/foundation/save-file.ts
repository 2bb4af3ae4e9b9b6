/** Hands a file to the browser, which keeps it where downloads go. */
export function saveFile({ blob, name }: { blob: Blob; name: string }): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has to have read it before the address may go.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
