import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { openPage } from './page.ts'

const folder = mkdtempSync(join(tmpdir(), 'page-'))
afterAll(() => rmSync(folder, { recursive: true }))

const html = `<html><head><!--settings--><style>p{color:red}</style>
<script>let a = 1</script><script type="module" src="/assets/a.js"></script></head><body></body></html>`

function page() {
  const file = join(folder, 'page.html')
  writeFileSync(file, html)
  return openPage(file)
}

const decoders = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body }

describe('A page of the portal', () => {
  it('has its own inline script and style allowed, and no other', () => {
    // As `openssl dgst -sha256 -binary | base64` has them.
    expect(page().inline).toEqual({
      scripts: ["'sha256-LAfYd7pbFUgwfQu8b4q135PeTG2z+/coPEUYCd74eCQ='"],
      styles: ["'sha256-p0bF+un5yUb9MBO6xRb8kPHlY2BdpHVtLiFkDrZPF64='"],
    })
  })

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['deflate', 'identity'],
    ['', 'identity'],
  ] as const)('comes as a browser that accepts "%s" wants it: %s', async (accepted, encoding) => {
    const reply = await page().read('{"a":"</script>"}', accepted)
    expect(reply.encoding).toBe(encoding)
    expect(decoders[encoding](reply.body).toString()).toBe(
      html.replace(
        '<!--settings-->',
        '<script type="application/json" id="settings">{"a":"\\u003c/script>"}</script>',
      ),
    )
  })

  it('comes with the settings of the moment', async () => {
    const { read } = page()
    const [first, again, changed] = [await read('{}', ''), await read('{}', ''), await read('{"b":1}', '')]
    expect(again.body).toBe(first.body)
    expect(changed.body.toString()).toContain('{"b":1}')
  })
})
