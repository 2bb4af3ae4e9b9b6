import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inProject } from '../project.ts'
import { tourPage } from './page.ts'
import { stopsOf } from './stops.ts'

const stops = stopsOf({ sandboxUrl: '' })

it('docs/tour.md says what the code has, about pictures that are there: `npm run tour` takes them', () => {
  expect(readFileSync(inProject('docs', 'tour.md'), 'utf8')).toBe(tourPage(stops))
  const pictures = [...stops.map(({ picture }) => picture), 'overview-dark']
  expect(pictures.filter((name) => !existsSync(inProject('docs', 'tour', `${name}.png`)))).toEqual([])
  expect(stops).toHaveLength(8)
})
