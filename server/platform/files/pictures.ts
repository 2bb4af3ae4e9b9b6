/** A picture that was parsed from its first byte to its last. */
export type Picture = { width: number; height: number; length: number }

const longestSide = 20_000
const mostPixels = 100_000_000

/** No camera or screen fits more pixels into 10 MB; only a decompression bomb claims to. */
export function isAbsurdlyLarge({ width, height }: Picture): boolean {
  return Math.max(width, height) > longestSide || width * height > mostPixels
}

const pngStart = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
/** Each chunk has its length and name before it and a checksum after it. */
const aroundChunk = 12
const headerLength = 13

/** A complete PNG: a header, pixels and an end. `length` is the position of its end. */
export function parsePng(bytes: Buffer): Picture | undefined {
  if (!bytes.subarray(0, pngStart.length).equals(pngStart)) return undefined
  let size: { width: number; height: number } | undefined
  let hasPixels = false
  for (let at = pngStart.length; at + aroundChunk <= bytes.length;) {
    const length = bytes.readUInt32BE(at)
    const name = bytes.toString('latin1', at + 4, at + 8)
    const next = at + aroundChunk + length
    if (next > bytes.length || (name === 'IHDR') !== (size === undefined)) return undefined
    if (name === 'IHDR') {
      if (length !== headerLength) return undefined
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) }
    }
    if (name === 'IDAT') hasPixels = true
    if (name === 'IEND') return size && hasPixels ? pictureOf(size, next) : undefined
    at = next
  }
  return undefined
}

const marker = { start: 0xd8, end: 0xd9, scan: 0xda, firstRestart: 0xd0, lastRestart: 0xd7, lone: 0x01 }
/** Start of frame, with the size of the picture: C0 to CF except three other markers. */
const isFrame = (code: number) => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code)

/** A complete JPEG: segments and scans up to its end marker. */
export function parseJpeg(bytes: Buffer): Picture | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== marker.start) return undefined
  let size: { width: number; height: number } | undefined
  let hasScan = false
  let at = 2
  while (at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) return undefined
    const code = bytes[at + 1] ?? 0
    at += 1
    // Any number of fill bytes may precede a marker.
    if (code === 0xff) continue
    at += 1
    if (code === marker.end) return size && hasScan ? pictureOf(size, at) : undefined
    if (code === marker.lone || isRestart(code)) continue
    if (code === 0 || code === marker.start || at + 2 > bytes.length) return undefined
    const next = at + bytes.readUInt16BE(at)
    if (next < at + 2 || next > bytes.length) return undefined
    if (isFrame(code)) {
      if (next < at + 7) return undefined
      size = { width: bytes.readUInt16BE(at + 5), height: bytes.readUInt16BE(at + 3) }
    }
    hasScan ||= code === marker.scan
    at = code === marker.scan ? endOfScan(bytes, next) : next
  }
  return undefined
}

/** The position of the next marker: within a scan, 0xff is only followed by zero or a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from)
  while (at >= 0) {
    const code = bytes[at + 1]
    if (code !== undefined && code !== 0 && !isRestart(code)) return at
    at = bytes.indexOf(0xff, at + 1)
  }
  return bytes.length
}

const isRestart = (code: number) => code >= marker.firstRestart && code <= marker.lastRestart

function pictureOf({ width, height }: { width: number; height: number }, length: number) {
  return width > 0 && height > 0 ? { width, height, length } : undefined
}
