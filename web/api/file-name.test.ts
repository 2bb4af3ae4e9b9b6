import { expect, it } from 'vitest'
import { fileNameIn } from './file-name.ts'

it.each([
  ['unchanged', 'Statement 2026-10.pdf', 'Statement 2026-10.pdf'],
  ['decoded', 'Kontoauszug%20f%C3%BCr%20Zo%C3%AB.pdf', 'Kontoauszug für Zoë.pdf'],
  ['with the percent sign of a name that was never encoded', '100% paid.pdf', '100% paid.pdf'],
  ['without its folders', '..%2F..%5Cetc%2Fpasswd', 'passwd'],
  ['without invisible characters', 'a%00b%0D%0Ac%7F.pdf', 'abc.pdf'],
  ['without characters that reverse the text', 'annexe%E2%80%AEfdp.exe', 'annexefdp.exe'],
  ['without leading dots', '...hidden.pdf', 'hidden.pdf'],
  ['shortened with its extension kept', `${'a'.repeat(300)}.pdf`, `${'a'.repeat(116)}.pdf`],
])('a downloaded file is named %s', (_, header, name) => {
  expect(fileNameIn(header, 'fallback.pdf')).toBe(name)
})

it.each([null, '', '%20', '..', '%2F%2F', '%0A'])('a reply may name no usable file: %j', (header) => {
  expect(fileNameIn(header, 'fallback.pdf')).toBe('fallback.pdf')
})
