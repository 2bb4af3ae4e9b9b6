/** Hands a file that the page holds in memory to the browser, which keeps it where downloads are kept. */
export function saveBlob({ blob, name }: { blob: Blob; name: string }): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has begun by then; without this the file stays in memory as long as the page does.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
