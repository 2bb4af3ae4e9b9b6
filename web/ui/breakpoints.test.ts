import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { breakpoints, dashboardBreakpoint, mobileBreakpoints, responsiveKeys } from './breakpoints.ts'

const web = join(import.meta.dirname, '..')
// The card frame is a separate document, as wide as its space in the page.
const elsewhere = ['dist', 'card-frame']
const sheets = globSync('**/*.css', { cwd: web, exclude: (path) => elsewhere.includes(path) })

/** The desk is made for wide screens: a second column from the first on, more room from the other. */
const deskBreakpoints = [1100, 1800]

/** Every width used in a style sheet, where 743.98 is the last one below 744. */
function widthsIn(css: string): number[] {
  const conditions = [...css.matchAll(/@media([^{]*)\{/g)].map(([, condition = '']) => condition)
  return conditions.flatMap((condition) =>
    [...condition.matchAll(/([\d.]+)px/g)].map(([, width]) => {
      const pixels = Number(width)
      return pixels % 1 > 0.97 ? Math.ceil(pixels) : pixels
    }),
  )
}

describe('the widths at which the layout changes', () => {
  it('are those of the design', () => {
    expect(breakpoints).toEqual({ sm: 576, md: 768, m: 744, lg: 1200, l: 1280, xl: 1440, xxl: 1728 })
    expect(responsiveKeys).toEqual(['m', 'l', 'xl', 'xxl'])
    expect(mobileBreakpoints).toEqual([575, 576, 767, 768, 992, 993, 1199, 1200])
  })

  it('are read from every media query', () => {
    const css =
      '@media (max-width: 743.98px) {} @layer x { @media (600px <= width < 1200px) { a { b: 5px } } }'
    expect(widthsIn(css)).toEqual([744, 600, 1200])
  })

  it.each(sheets)('are the only ones in %s', (sheet) => {
    const own = sheet.startsWith('desk/') ? deskBreakpoints : [dashboardBreakpoint]
    const known = new Set<number>([...Object.values(breakpoints), ...mobileBreakpoints, ...own])
    const strange = widthsIn(readFileSync(join(web, sheet), 'utf8')).filter((width) => !known.has(width))
    expect(strange).toEqual([])
  })
})
