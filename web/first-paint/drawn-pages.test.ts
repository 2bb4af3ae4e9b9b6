import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { drawnPages, fileOf } from './drawn-pages.ts'
import type { FirstPaint } from './first-paint.ts'

const built = new URL('../dist/', import.meta.url)
const jsonIn = (html: string) => /id="first-paint">(.*?)<\/script>/.exec(html)?.[1] ?? '{}'

/** The page itself, the bundle of every page, and the two fonts. */
const always = 4

describe.each(drawnPages)('The page at $path, as it is built', (page) => {
  const html = readFileSync(new URL(fileOf(page), built), 'utf8')
  const { whom, calls, bundles, styles } = JSON.parse(jsonIn(html)) as FirstPaint

  it('says what it is, and whom it is for', () => {
    expect(html).toContain(`<title>${page.title} · Larkwell</title>`)
    expect({ whom, calls }).toEqual({ whom: page.whom, calls: page.calls })
  })

  it('needs at most twelve requests until its data is there', () => {
    expect(always + calls.length + bundles.length).toBeLessThanOrEqual(12)
  })

  it('waits for no style sheet, and has no styles that its policy forbids', () => {
    expect(html).not.toMatch(/<link rel="stylesheet"| style="/)
    expect(styles.length).toBeGreaterThan(0)
  })

  it('preloads one font, once', () => {
    expect(html.match(/rel="preload" as="font"/g)).toHaveLength(1)
  })
})
