/** A valid PDF of one page that holds some lines of text. */
export function pdfOf(title: string, lines: string[]): Uint8Array {
  const [heading, ...rest] = [title, ...lines].map(escape)
  const text = [
    `BT /F1 20 Tf 56 770 Td (${heading}) Tj ET`,
    `BT /F1 11 Tf 56 735 Td 17 TL ${rest.map((line) => `(${line}) Tj T*`).join(' ')} ET`,
  ].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  let body = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(body + table + trailer, 'latin1')
}

/** Brackets and backslashes have a meaning in a PDF string; the font knows no letters beyond Latin-1. */
function escape(line: string): string {
  return line.replace(/[\\()]/g, String.raw`\$&`).replace(/[^\x20-\x7e\xa0-\xff]/g, '-')
}
