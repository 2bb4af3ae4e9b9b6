import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startSandbox } from '#sandbox/sandbox.ts'
import {
  emptyArchive,
  jpegSegment,
  pdfOf,
  pngChunk,
  sampleJpeg,
  samplePdf,
  samplePng,
  scannersTestText,
} from '#tools/testing/sample-files.ts'
import { calendarDate } from '#domain/calendar/calendar.ts'
import type { FileKind } from '#domain/files.ts'
import { firstOf } from '#tools/testing/long.ts'
import { itLong } from '#tools/testing/long-tests.ts'
import { directDebitGuaranteePdf } from '../../letters/documents/direct-debit-agreement-document.ts'
import { fileScanner } from '../providers/file-scanner.ts'
import { admitFile } from './admit-file.ts'

const sandbox = await startSandbox()
afterAll(() => sandbox.close())
beforeEach(async () => {
  await fetch(`${sandbox.url}/_sandbox/api/reset`, { method: 'POST' })
})

const every: readonly FileKind[] = ['pdf', 'png', 'jpg']
const scanner = fileScanner(sandbox.url)
/** A short timeout for a scanner that never replies. */
const impatient = fileScanner(sandbox.url, 400)
const admit = (name: string, bytes: Buffer | string, asking = scanner) =>
  admitFile(
    { providers: { scanner: asking } },
    { name, contentType: 'image/svg+xml', bytes: Buffer.from(bytes) },
    every,
  )
const scanned = async () => {
  const reply = await fetch(`${sandbox.url}/_sandbox/api/requests`)
  const { requests } = (await reply.json()) as { requests: { provider: string; body: string }[] }
  return requests.filter(({ provider }) => provider === 'scanner')
}

const pdf = samplePdf()
const png = samplePng()
const jpg = sampleJpeg()
const page = '<html><body onload="alert(1)">'
const program = Buffer.concat([
  Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0', 'latin1'),
  Buffer.alloc(400),
])
const joined = (...parts: (Buffer | string)[]) => Buffer.concat(parts.map((part) => Buffer.from(part)))

describe('A file that is what its name says', () => {
  const note = (length: number) => jpegSegment(0xe1, Buffer.alloc(length, 0xff))
  const metadata = '<?xpacket?><x:xmpmeta><rdf:RDF/></x:xmpmeta>'
  it.each<[string, string, Buffer, string]>([
    ['a PDF', 'a.pdf', pdf, 'application/pdf'],
    [
      'a PDF with an incremental update',
      'a.pdf',
      joined(pdf, '2 0 obj\n()\nendobj\n', '%%EOF\n'),
      'application/pdf',
    ],
    ['a PDF padded to a block', 'a.pdf', joined(pdf, Buffer.alloc(512)), 'application/pdf'],
    ['a PNG', 'a.png', png, 'image/png'],
    [
      'a PNG with metadata',
      'a.png',
      samplePng({ extra: [pngChunk('iTXt', Buffer.from(metadata))] }),
      'image/png',
    ],
    ['a JPEG', 'a.jpg', jpg, 'image/jpeg'],
    ['a JPEG under its longer name', 'a.jpeg', jpg, 'image/jpeg'],
    [
      'a JPEG with metadata and a thumbnail',
      'a.jpg',
      sampleJpeg({ extra: [note(100), jpegSegment(0xe1, jpg), jpegSegment(0xe1, Buffer.from(metadata))] }),
      'image/jpeg',
    ],
    ['one whose name ends in capitals', 'SCAN.PNG', png, 'image/png'],
    ['the largest photo there is', 'a.jpg', sampleJpeg({ width: 12_000, height: 8_000 }), 'image/jpeg'],
  ])('is admitted unchanged: %s', async (_, name, bytes, contentType) => {
    const file = await admit(name, bytes)
    expect(file.contentType).toBe(contentType)
    expect(file.bytes.equals(bytes)).toBe(true)
  })

  it.each<[string, Buffer]>([
    ['a second picture', jpg],
    ['a film', Buffer.from('\0\0\0\x18ftypmp42')],
    ['a phone’s metadata', Buffer.from('SEFHe\0\0\0SEFT')],
    ['a program', program],
  ])('loses what was appended to a photo: %s', async (_, behind) => {
    expect((await admit('a.jpg', joined(jpg, behind))).bytes.equals(jpg)).toBe(true)
  })

  it.each([
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    [String.raw`..\..\windows\win.pdf`, 'win.pdf'],
    ['/etc/cron.d/job.pdf', 'job.pdf'],
    [`${'n'.repeat(300)}.pdf`, `${'n'.repeat(116)}.pdf`],
    ['invoice\u202Efdp.exe.pdf', 'invoicefdp.exe.pdf'],
    ['a\r\nX-Evil: 1\0.pdf', 'aX-Evil 1.pdf'],
    ['"><script>.PDF', 'script.pdf'],
    ['.htaccess.pdf', 'htaccess.pdf'],
    ['.pdf', 'Document.pdf'],
  ])('gets a harmless name: %j', async (original, stored) => {
    expect((await admit(original, pdf)).name).toBe(stored)
  })
})

describe('A file that is something else', () => {
  const cutIn = (bytes: Buffer, share: number) => bytes.subarray(0, Math.floor(bytes.length * share))
  it.each<[string, string, Buffer | string]>([
    ['a program that is called a PDF', 'a.pdf', program],
    ['a program that is called a picture', 'a.png', program],
    ['a page that is called a picture', 'a.png', page],
    ['a page that begins like a picture', 'a.png', joined(png.subarray(0, 8), page)],
    ['a drawing with a script that is called a picture', 'a.png', '<svg onload="alert(1)"/>'],
    ['a PDF that is called a program', 'a.pdf.exe', pdf],
    ['a PDF whose name ends in a space and a program', 'a.pdf .exe', pdf],
    ['a PDF that is called nothing', '', pdf],
    ['a PDF that is called a picture', 'a.png', pdf],
    ['a PNG that is called a JPEG', 'a.jpg', png],
    ['a JPEG that is called a PDF', 'a.pdf', jpg],
    ['a PDF that goes on as a page', 'a.pdf', joined(pdf, page)],
    ['a PDF that is a page in the middle', 'a.pdf', joined(pdf, page, '\n%%EOF\n')],
    ['a PDF with a page before it', 'a.pdf', joined(page, pdf)],
    ['a PDF with an archive behind it', 'a.pdf', joined(pdf, emptyArchive())],
    ['a PNG with an archive behind it', 'a.png', joined(png, emptyArchive())],
    ['a JPEG with an archive behind it', 'a.jpg', joined(jpg, emptyArchive())],
    ['a JPEG in the comment of an archive', 'a.jpg', joined(jpg, emptyArchive('\xff\xd9'))],
    [
      'a PNG with an archive in its metadata',
      'a.png',
      samplePng({ extra: [pngChunk('tEXt', emptyArchive('x'))] }),
    ],
    ['a PNG with anything behind it', 'a.png', joined(png, 'x')],
    [
      'a PNG with a script in its metadata',
      'a.png',
      samplePng({ extra: [pngChunk('tEXt', Buffer.from('Title\0<ScRiPt src=x>'))] }),
    ],
    [
      'a JPEG with PHP in its metadata',
      'a.jpg',
      sampleJpeg({ extra: [jpegSegment(0xfe, Buffer.from('<?php system(1)'))] }),
    ],
    ['a JPEG with a page behind it', 'a.jpg', joined(jpg, page)],
    ['a PNG without pixels', 'a.png', joined(png.subarray(0, 33), pngChunk('IEND', Buffer.alloc(0)))],
    ['a PNG with two headers', 'a.png', samplePng({ extra: [png.subarray(8, 33)] })],
    ['a PNG without width', 'a.png', samplePng({ width: 0 })],
    ['a JPEG without height', 'a.jpg', sampleJpeg({ height: 0 })],
    ['a JPEG without a frame', 'a.jpg', joined(jpg.subarray(0, 20), Buffer.from('ffda0002ffd9', 'hex'))],
    ['half a PDF', 'a.pdf', cutIn(pdf, 0.5)],
    ['half a PNG', 'a.png', cutIn(png, 0.5)],
    ['half a JPEG', 'a.jpg', cutIn(jpg, 0.5)],
    ['a PNG but for its last byte', 'a.png', png.subarray(0, -1)],
    ['a JPEG but for its last byte', 'a.jpg', jpg.subarray(0, -1)],
  ])('is refused before it is scanned: %s', async (_, name, bytes) => {
    await expect(admit(name, bytes)).rejects.toMatchObject({
      code: 'unsupported_media_type',
      fields: { file: 'Only .pdf, .png and .jpg are supported.' },
    })
    expect(await scanned()).toEqual([])
  })

  it('is refused when it is cut off anywhere: no beginning of a picture is a picture', async () => {
    for (const [name, whole] of [['a.png', png] as const, ['a.jpg', jpg] as const])
      for (let length = 1; length < whole.length; length += 1)
        await expect(admit(name, whole.subarray(0, length))).rejects.toMatchObject({
          code: 'unsupported_media_type',
        })
  })

  it.each<[string, Buffer]>([
    ['a.png', samplePng({ width: 30_000, height: 1 })],
    ['a.png', samplePng({ width: 19_000, height: 19_000 })],
    ['a.jpg', sampleJpeg({ width: 65_000, height: 65_000 })],
  ])('is refused when decoding it would exhaust memory: %s', async (name, bytes) => {
    await expect(admit(name, bytes)).rejects.toMatchObject({
      code: 'unsupported_media_type',
      fields: { file: expect.stringContaining('too many pixels') },
    })
  })

  it('is refused when it is empty', async () => {
    await expect(admit('a.png', '')).rejects.toMatchObject({
      code: 'invalid_request',
      fields: { file: 'The file is empty' },
    })
  })
})

describe('A PDF with active content', () => {
  const catalog = (more: string) => `<< /Type /Catalog /Pages 2 0 R ${more} >>`
  const pages = '<< /Type /Pages /Kids [] /Count 0 >>'
  const script = '<< /S /JavaScript /JS (app.alert(1)) >>'
  const visit = '<< /S /URI /URI (https://elsewhere.example) >>'
  const encoded = (filter: string) => ({ hidden: [pages, script], filter })

  it.each<[string, Buffer]>([
    ['a script that runs when it is opened', pdfOf([catalog(`/OpenAction ${script}`), pages])],
    [
      'a script by its name',
      pdfOf([catalog('/Names << /JavaScript 3 0 R >>'), pages, '<< /Names [(a) 4 0 R] >>']),
    ],
    [
      'a script whose name is written in numbers',
      pdfOf([catalog('/OpenAction 3 0 R'), pages, '<</S/J#61vaScr#69pt/JS(1)>>']),
    ],
    ['a program that is started', pdfOf([catalog(''), pages, '<< /Type /Action /S /Launch /F (cmd.exe) >>'])],
    ['a file inside', pdfOf([catalog('/Names << /EmbeddedFiles 3 0 R >>'), pages])],
    ['a file attached to a page', pdfOf([catalog(''), pages, '<< /Type /Annot /Subtype /FileAttachment >>'])],
    [
      'a form that is sent',
      pdfOf([catalog(''), pages, '<< /S /SubmitForm /F (https://elsewhere.example) >>']),
    ],
    [
      'a script in a compressed object',
      pdfOf([catalog('/OpenAction 4 0 R'), pages], { hidden: [pages, script] }),
    ],
    [
      'an escaped script in a compressed object',
      pdfOf([catalog(''), pages], { hidden: ['<< /S /#4AavaScript >>'] }),
    ],
    [
      'a script compressed in a way of its own',
      pdfOf([catalog(''), pages], encoded('/Filter [/FlateDecode /LZWDecode]')),
    ],
    ['a script behind a named filter', pdfOf([catalog(''), pages], encoded('/Filter 7 0 R'))],
    [
      'a script behind two filters of one name',
      pdfOf([catalog(''), pages], encoded('/Filter /FlateDecode /Filter /LZWDecode')),
    ],
    [
      'a script with shifted bytes',
      pdfOf([catalog(''), pages], encoded('/Filter /FlateDecode /DecodeParms << /Predictor 12 >>')),
    ],
    [
      'a script behind texts that look like other objects',
      pdfOf([catalog(''), pages], encoded('/X (9 0 obj endobj stream) /Filter /FlateDecode')),
    ],
    ['a page of the web that opens with it', pdfOf([catalog(`/OpenAction ${visit}`), pages])],
    ['a page of the web that opens with it, elsewhere', pdfOf([catalog('/OpenAction 3 0 R'), pages, visit])],
    [
      'a page of the web in a compressed object',
      pdfOf([catalog('/OpenAction 4 0 R'), pages], { hidden: [pages, visit] }),
    ],
    ['a password', pdfOf([catalog(''), pages, '<< /Encrypt 5 0 R >>'])],
  ])('is refused before it is scanned: %s', async (_, bytes) => {
    await expect(admit('a.pdf', bytes)).rejects.toMatchObject({
      code: 'unsupported_media_type',
      fields: { file: expect.stringMatching(/^This PDF is protected, or contains scripts/) },
    })
    expect(await scanned()).toEqual([])
  })

  itLong('is refused when a check would take too much memory', async () => {
    const bomb = pdfOf([catalog(''), pages], { hidden: [' '.repeat(20_000_000)] })
    await expect(admit('a.pdf', bomb)).rejects.toMatchObject({ code: 'unsupported_media_type' })
  })

  it('is refused when its objects are endless', async () => {
    const endless = joined('%PDF-1.7\n', '1 0 obj /First ('.repeat(200_000), '\n%%EOF\n')
    await expect(admit('a.pdf', endless)).rejects.toMatchObject({ code: 'unsupported_media_type' })
  })
})

describe('An ordinary PDF is admitted', () => {
  const catalog = (more: string) => `<< /Type /Catalog /Pages 2 0 R ${more} >>`
  const pages = '<< /Type /Pages /Kids [] /Count 0 >>'
  const first = '<< /S /GoTo /D [2 0 R /Fit] >>'
  /** The bytes of a scanned picture, in which any short text occurs. */
  const scan = `<< /Type /XObject /Subtype /Image /Filter /DCTDecode >>\nstream\n${'\xff\xd8/JS/AA 1 0 obj/Fi'.repeat(5000)}\nendstream`

  it.each<[string, Buffer]>([
    ['that begins at a page', pdfOf([catalog('/OpenAction [3 0 R /XYZ null null 0]'), pages])],
    ['that begins at a page named elsewhere', pdfOf([catalog('/OpenAction 3 0 R'), pages, first])],
    [
      'that begins at a page named in a compressed object',
      pdfOf([catalog('/OpenAction 4 0 R'), pages], { hidden: [pages, first] }),
    ],
    [
      'with a link',
      pdfOf([catalog(''), pages, '<< /Subtype /Link /A << /S /URI /URI (https://school.example) >> >>']),
    ],
    [
      'with a table of contents',
      pdfOf([catalog('/Outlines 3 0 R'), pages, '<< /First 4 0 R /Last 4 0 R >>']),
    ],
    ['that is scanned', pdfOf([catalog(''), pages, scan])],
    [
      'with objects in a compressed stream',
      pdfOf([catalog('')], { hidden: [pages], filter: '/Filter [/FlateDecode]' }),
    ],
  ])('%s', async (_, bytes) => {
    expect((await admit('a.pdf', bytes)).bytes.equals(bytes)).toBe(true)
  })

  it('that we made ourselves', async () => {
    const support = { phone: '1300 139 445', email: 'help@larkwell.example' }
    const entity = { name: 'Larkwell Pty Ltd', number: '12 345 678 901' }
    const company = {
      brand: 'Larkwell',
      support: { AU: support, UK: support },
      legalEntity: { AU: entity, UK: entity },
    }
    const bytes = Buffer.from(await directDebitGuaranteePdf(calendarDate('2026-11-16'), company))
    expect((await admit('a.pdf', bytes)).bytes.equals(bytes)).toBe(true)
  })
})

describe('The scanner', () => {
  it('gets the file as it is stored, and the log contains no byte of it', async () => {
    await admit('Škola "účet".pdf', samplePdf('Dear school', 9_000_000))
    const [request] = await scanned()
    expect(request?.body).toMatch(/^file: Škola .*účet.*\.pdf, application\/pdf, 90000\d\d bytes$/)
  })

  it.each<[string, string, Buffer]>([
    ['in a PDF', 'a.pdf', samplePdf(scannersTestText)],
    ['in a PNG', 'a.png', samplePng({ extra: [pngChunk('tEXt', Buffer.from(scannersTestText))] })],
    ['in a JPEG', 'a.jpg', sampleJpeg({ extra: [jpegSegment(0xfe, Buffer.from(scannersTestText))] })],
    ['by its name', 'reject.pdf', pdf],
  ])('refuses what it finds, with its own message: %s', async (_, name, bytes) => {
    await expect(admit(name, bytes)).rejects.toMatchObject({
      code: 'unsupported_media_type',
      fields: { file: 'Our virus scanner refused this file. Please choose another one.' },
    })
  })

  const failure = { name: 'ProviderFailure', provider: 'scanner' }
  it.each(
    firstOf(3, [
      'status:500',
      'status:503',
      'status:429',
      'status:401',
      'malformed',
      'hang',
      'drop',
      'delayMs:2000',
    ]),
  )('that fails does not admit a file: %s', async (action) => {
    const rule = { provider: 'scanner', times: 1, action }
    await fetch(`${sandbox.url}/_sandbox/api/faults`, { method: 'POST', body: JSON.stringify(rule) })
    await expect(admit('a.pdf', pdf, impatient)).rejects.toMatchObject(failure)
    expect((await admit('a.pdf', pdf)).name).toBe('a.pdf')
  })

  it.each<[string, RequestListener]>(
    firstOf(3, [
      ['an empty list', (_, reply) => reply.end('[]')],
      ['no list', (_, reply) => reply.end('{"Status":"OK"}')],
      ['nothing', (_, reply) => reply.end()],
      ['a list of nothing', (_, reply) => reply.end('[null]')],
      ['clean and not clean at once', (_, reply) => reply.end('[{"Status":"OK"},{"Status":"ERROR"}]')],
      ['found, with status 200', (_, reply) => reply.end('[{"Status":"FOUND"}]')],
      ['a refusal without a reason', (_, reply) => reply.writeHead(406).end('[{"Status":"OK"}]')],
      ['clean, from elsewhere', (_, reply) => reply.writeHead(307, { location: '/other' }).end()],
      ['clean, without having read it', (_, reply) => reply.writeHead(202).end('[{"Status":"OK"}]')],
      ['an answer that never ends', (_, reply) => void reply.write('[{"Status":"OK"}]')],
    ]),
  )('that replies with nonsense does not admit a file: %s', async (_, reply) => {
    const odd = createServer(reply)
    await new Promise<void>((resolve) => odd.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(odd.address() as AddressInfo).port}`
    await expect(admit('a.pdf', pdf, fileScanner(url, 400))).rejects.toMatchObject(failure)
    odd.closeAllConnections()
    odd.close()
  })

  it('that cannot be reached does not admit a file', async () => {
    await expect(admit('a.pdf', pdf, fileScanner('http://127.0.0.1:9', 400))).rejects.toMatchObject(failure)
  })
})
