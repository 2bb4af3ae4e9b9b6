import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

it.each([
  ['--header-height', '80px'],
  ['--nav-width', '260px'],
  ['--nav-item-width', '244px'],
  ['--nav-item-height', '56px'],
  ['--content-max', '1132px'],
  ['--plan-grid-max', '1247px'],
  ['--modal-width', 'min(100vw, 32rem)'],
  ['--modal-max-height', '90vh'],
  ['--z-modal', '100000'],
  ['--toast-top', '88px'],
  ['--toast-width', '400px'],
  ['--tooltip-width', '180px'],
  ['--suggest-max-height', 'min(280px, 30vh)'],
])('%s is %s', (name, value) => {
  expect(css).toContain(`  ${name}: ${value};`)
})
