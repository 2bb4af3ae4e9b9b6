import { expect, it } from 'vitest'
import { fileFacts, isAccepted } from './accepted-file.ts'

const file = (name: string, type = '') => ({ name, type })

it.each([
  ['its extension', file('term-2.pdf'), ['.pdf'], true],
  ['its extension in capitals', file('TERM-2.PDF'), ['.pdf'], true],
  ['its type, whatever its name', file('term-2', 'application/pdf'), ['application/pdf'], true],
  ['one of several kinds', file('slip.jpg', 'image/jpeg'), ['.pdf', 'image/png', 'image/jpeg'], true],
  ['a family of types', file('slip.webp', 'image/webp'), ['image/*'], true],
  ['neither', file('notes.txt', 'text/plain'), ['.pdf', 'application/pdf'], false],
  ['an extension in the middle', file('term.pdf.exe', 'application/x-msdownload'), ['.pdf'], false],
  ['no extension and no type', file('term'), ['.pdf', 'image/*'], false],
])('a file is judged by %s', (_, given, accept, isTaken) => {
  expect(isAccepted(given, accept)).toBe(isTaken)
})

it.each([
  [{ name: 'Term 2 invoice.pdf', size: 214_000 }, 'PDF · 214 KB'],
  [{ name: 'scan.jpeg', size: 2_460_000 }, 'JPEG · 2.5 MB'],
  [{ name: 'almost.png', size: 999_900 }, 'PNG · 1.0 MB'],
  [{ name: 'empty.pdf', size: 0 }, 'PDF · 0 bytes'],
  [{ name: 'speck.pdf', size: 1 }, 'PDF · 1 byte'],
  [{ name: 'tiny.pdf', size: 12 }, 'PDF · 12 bytes'],
  [{ name: 'no-extension' }, ''],
  [{ name: 'stored.pdf' }, 'PDF'],
])('a chosen file shows its kind and size', (given, facts) => {
  expect(fileFacts(given)).toBe(facts)
})
