import { crc32, deflateSync } from 'node:zlib'

/** Small files that are what they say they are, and parts of such as are not. */
export function samplePdf(words = 'Term 2', size = 0): Buffer {
  return Buffer.concat([
    Buffer.from(`%PDF-1.7\n1 0 obj\n(${words})\nendobj\n`),
    Buffer.alloc(size, 0x20),
    Buffer.from('\ntrailer\n<< /Root 1 0 R >>\nstartxref\n9\n%%EOF\n'),
  ])
}

/** A PDF of these objects, of which some are in a compressed object stream. */
export function pdfOf(
  objects: readonly string[],
  { hidden = [] as readonly string[], filter = '/Filter /FlateDecode' } = {},
): Buffer {
  const plain = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`)
  const numbers = hidden.map((_, index) => {
    const place = hidden.slice(0, index).reduce((sum, object) => sum + object.length + 1, 0)
    return `${objects.length + 1 + index} ${place}`
  })
  const head = `${numbers.join(' ')} `
  const content = deflateSync(`${head}${hidden.join('\n')}`)
  const dictionary = `<< /Type /ObjStm /N ${hidden.length} /First ${head.length} ${filter} /Length ${content.length} >>`
  return Buffer.concat([
    Buffer.from(`%PDF-1.7\n${plain.join('')}`, 'latin1'),
    ...(hidden.length === 0
      ? []
      : [Buffer.from(`90 0 obj\n${dictionary}\nstream\n`), content, Buffer.from('\nendstream\nendobj\n')]),
    Buffer.from('trailer\n<< /Root 1 0 R >>\nstartxref\n9\n%%EOF\n'),
  ])
}

/** In place of the pages of a demo family's file. */
export const drawSample = async ({ name }: { name: string }) => samplePdf(name)

export function pngChunk(name: string, content: Uint8Array): Buffer {
  const chunk = Buffer.alloc(12 + content.length)
  chunk.writeUInt32BE(content.length)
  chunk.write(name, 4, 'latin1')
  chunk.set(content, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), content.length + 8)
  return chunk
}

/** Black; what it says of its size need not be true. */
export function samplePng({ width = 2, height = 2, extra = [] as Buffer[] } = {}): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    ...extra,
    pngChunk('IDAT', deflateSync(Buffer.alloc(6))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

export function jpegSegment(code: number, content: Uint8Array): Buffer {
  const segment = Buffer.alloc(4 + content.length)
  segment.writeUInt16BE(0xff00 + code)
  segment.writeUInt16BE(2 + content.length, 2)
  segment.set(content, 4)
  return segment
}

/** The marks of a JPEG in their order, with restarts and stuffed bytes in its scan; nothing to look at. */
export function sampleJpeg({ width = 2, height = 2, extra = [] as Buffer[] } = {}): Buffer {
  const frame = Buffer.from([8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0])
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    jpegSegment(0xe0, Buffer.from('JFIF\0\x01\x02\0\0\x01\0\x01\0\0', 'latin1')),
    ...extra,
    jpegSegment(0xdb, Buffer.alloc(65, 1)),
    jpegSegment(0xc2, frame),
    jpegSegment(0xda, Buffer.from('010100003f00', 'hex')),
    Buffer.from('12ff0034ffd056ff007affd1', 'hex'),
    jpegSegment(0xda, Buffer.from('010100003f00', 'hex')),
    Buffer.from('9aff00ffffd9', 'hex'),
  ])
}

/** An empty archive with a remark behind it. */
export function emptyArchive(remark = ''): Buffer {
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(remark.length, 20)
  return Buffer.concat([end, Buffer.from(remark)])
}

/** The text that every scanner for malware finds. In halves, lest one find this file. */
export const scannersTestText = [
  'X5O!P%@AP[4\\PZX54(P^)7CC)7}$',
  'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
].join('')
