import { inflateSync } from 'node:zlib'

const header = { sfnt: 12, woff: 44 }
const record = { sfnt: 16, woff: 20 }

/**
 * Takes a web font out of its packing (WOFF 1.0): the same tables, uncompressed. The PDF library can read the packed
 * one too, but unpacks a table anew for every letter it looks up, which takes most of the time of a document.
 */
export function unpackWebFont(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('This is not a web font of version 1.0')
  const count = woff.readUInt16BE(12)
  const head = Buffer.alloc(header.sfnt + count * record.sfnt)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  const tables: Buffer[] = [head]
  let nextOffset = head.length
  for (let index = 0; index < count; index += 1) {
    const entry = header.woff + index * record.woff
    const offset = woff.readUInt32BE(entry + 4)
    const packedLength = woff.readUInt32BE(entry + 8)
    const length = woff.readUInt32BE(entry + 12)
    const packed = woff.subarray(offset, offset + packedLength)
    const table = packedLength < length ? inflateSync(packed) : packed
    // Tables are aligned to four bytes.
    const padded = Buffer.concat([table], Math.ceil(length / 4) * 4)
    const at = header.sfnt + index * record.sfnt
    woff.copy(head, at, entry, entry + 4)
    woff.copy(head, at + 4, entry + 16, entry + 20)
    head.writeUInt32BE(nextOffset, at + 8)
    head.writeUInt32BE(length, at + 12)
    tables.push(padded)
    nextOffset += padded.length
  }
  return Buffer.concat(tables)
}
