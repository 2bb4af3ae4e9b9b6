import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const headlines = '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2'
const subset = fileURLToPath(new URL('../../.build/fonts/bricolage-grotesque.woff2', import.meta.url))
/** Of headlines. */
const weight = 650

/** Headlines use one of the font's weights, and the others are half of the file. */
export function subsetFonts(): Plugin {
  return {
    name: 'subset-fonts',
    async config() {
      const whole = await readFile(fileURLToPath(import.meta.resolve(headlines)))
      const options = { targetFormat: 'woff2', variationAxes: { wght: weight } } as const
      await mkdir(dirname(subset), { recursive: true })
      await writeFile(subset, await subsetFont(whole, latin(), options))
      return { resolve: { alias: { [headlines]: subset } } }
    },
  }
}

/** The languages of western Europe, with their quotation marks, dashes and currencies. */
function latin(): string {
  const range = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('')
  return range(0x20, 0x7e) + range(0xa0, 0xff) + range(0x2010, 0x2030) + 'ıŒœʻʼˆ˚˜€™−'
}
