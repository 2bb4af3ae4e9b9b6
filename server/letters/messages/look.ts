import type { Tone } from './letter.ts'
import { colours, type Pair } from '../documents/colours.ts'

/**
 * The brand for mail programs: colours by value, fonts that readers have. The light theme is written on each element,
 * because many programs drop style sheets; the dark theme is a style sheet for those that keep it.
 */
export const fonts = "Figtree,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"

export const noteColours: Record<Tone, { fill: Pair; line: Pair; text: Pair }> = {
  info: {
    fill: { light: '#eef5fc', dark: '#12222f' },
    line: { light: '#b6d5f2', dark: '#234560' },
    text: { light: '#163c63', dark: '#c9e1f6' },
  },
  success: {
    fill: { light: '#eaf7ec', dark: '#11261a' },
    line: { light: '#b9e0c1', dark: '#235138' },
    text: { light: '#14532a', dark: '#c6ecd0' },
  },
  caution: {
    fill: { light: '#fff8e3', dark: '#27210d' },
    line: { light: '#ffe08a', dark: '#574815' },
    text: { light: '#5c3f06', dark: '#fbe5a8' },
  },
}

type Property = 'color' | 'background-color' | 'border-color'

/** One class for each use of a colour, so that the dark theme defines it once. */
const darkRules: [name: string, property: Property, colour: Pair][] = [
  ['on-canvas', 'background-color', colours.canvas],
  ['on-surface', 'background-color', colours.surface],
  ['on-sunken', 'background-color', colours.sunken],
  ['on-panel', 'background-color', colours.panel],
  ['on-primary', 'background-color', colours.primary],
  ['ink', 'color', colours.text],
  ['ink-muted', 'color', colours.muted],
  ['ink-link', 'color', colours.link],
  ['ink-primary', 'color', colours.onPrimary],
  ['ink-panel', 'color', colours.onPanel],
  ['ink-panel-muted', 'color', colours.onPanelMuted],
  ['rule', 'border-color', colours.line],
  ['bird-wing', 'background-color', colours.wing],
  ['bird-body', 'background-color', colours.body],
  ...Object.entries(noteColours).flatMap(([tone, { fill, line, text }]) => [
    [`note-${tone}`, 'background-color', fill] as [string, Property, Pair],
    [`note-${tone}`, 'border-color', line] as [string, Property, Pair],
    [`note-${tone}-ink`, 'color', text] as [string, Property, Pair],
  ]),
]

const inDark = darkRules
  .map(([name, property, { dark }]) => `.${name}{${property}:${dark}!important}`)
  .join('')

export const styleSheet = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){${inDark}}
@media (max-width:620px){.page{padding:16px 12px 24px!important}.card{padding:24px 20px 8px!important}.rows{padding:6px 16px!important}.action{display:block!important;text-align:center!important}}`
