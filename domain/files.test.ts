import { describe, expect, it } from 'vitest'
import { cleanFileName, kindByName, nameWithoutExtension, supportedFilesText } from './files.ts'

describe('The name of a file', () => {
  it.each([
    ['Term 2.pdf', 'Term 2.pdf'],
    ['Term 2.PDF', 'Term 2.pdf'],
    ['/etc/passwd', 'passwd'],
    [String.raw`..\..\boot.ini`, 'boot.ini'],
    ['a\0b\r\nc.pdf', 'abc.pdf'],
    ['\u202Efdp.exe', 'fdp.exe'],
    ['  ...hidden.pdf. ', 'hidden.pdf'],
    ['what? <b>|.pdf', 'what b.pdf'],
    ['', 'Document.pdf'],
    ['.pdf', 'Document.pdf'],
    ['///', 'Document.pdf'],
    ['学校.pdf', '学校.pdf'],
    ['e\u0301.pdf', 'é.pdf'],
  ])('%j is stored as %j', (given, kept) => {
    expect(cleanFileName(given, 'Document.pdf')).toBe(kept)
  })

  it('has at most 120 characters, and keeps its extension', () => {
    const name = cleanFileName(`${'x'.repeat(5000)}.pdf`, 'Document.pdf')
    expect(name).toHaveLength(120)
    expect(name.endsWith('.pdf')).toBe(true)
  })

  it('shows which type a file claims to be', () => {
    expect(['a.pdf', 'a.JPEG', 'a.jpg', 'a.png', 'a.pdf.exe', 'a'].map(kindByName)).toEqual([
      'pdf',
      'jpg',
      'jpg',
      'png',
      undefined,
      undefined,
    ])
    expect(nameWithoutExtension('Term 1.2026.pdf')).toBe('Term 1.2026')
    expect(nameWithoutExtension('Term 1.2026')).toBe('Term 1.2026')
  })
})

it('The supported types are listed in words', () => {
  expect(supportedFilesText(['pdf'])).toBe('Only .pdf is supported.')
  expect(supportedFilesText(['pdf', 'png', 'jpg'])).toBe('Only .pdf, .png and .jpg are supported.')
})
