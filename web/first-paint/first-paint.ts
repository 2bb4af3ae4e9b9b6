import type { DrawnPage } from './drawn-pages.ts'

/** What a drawn page tells its own scripts. The build writes it into the page. */
export type FirstPaint = Pick<DrawnPage, 'whom' | 'calls'> & {
  bundles: readonly string[]
  /** The style sheets that are inside the page. */
  styles: readonly string[]
}
