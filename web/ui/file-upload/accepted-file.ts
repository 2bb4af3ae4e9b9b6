/**
 * Whether a file has an accepted extension or type, as in the browser's file dialog. Dropped files bypass that
 * dialog.
 */
export function isAccepted(file: { name: string; type: string }, accept: readonly string[]): boolean {
  const name = file.name.toLowerCase()
  const type = file.type.toLowerCase()
  return accept.some((kind) => {
    const wanted = kind.trim().toLowerCase()
    if (wanted.startsWith('.')) return name.endsWith(wanted)
    return wanted.endsWith('/*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted
  })
}

/** "PDF · 214 KB" */
export function fileFacts({ name, size }: { name: string; size?: number }): string {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toUpperCase()
  return [extension, size === undefined ? undefined : fileSize(size)].filter(Boolean).join(' · ')
}

function fileSize(bytes: number): string {
  if (bytes === 1) return '1 byte'
  if (bytes < 1_000) return `${bytes} bytes`
  if (bytes < 999_500) return `${Math.round(bytes / 1_000)} KB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
