import type { Appearance, CustomFontSource } from '@stripe/stripe-js'
import fontFile from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import { tokenValue } from '../ui/token-values.ts'

/** Stripe's frame loads the font from us. */
export const elementFont = (): CustomFontSource => ({
  family: 'Figtree Variable',
  src: `url(${new URL(fontFile, location.origin).href})`,
  weight: '300 900',
})

/** Stripe's form in our current colours. */
export function elementLook(): Appearance {
  const page = getComputedStyle(document.documentElement)
  const token = (name: string) => page.getPropertyValue(name).trim()
  const colour = (name: string) => tokenValue(name, 'color')
  const isDark = page.colorScheme === 'dark'
  const focus = colour('--color-focus')
  const wrong = colour('--color-error-border')
  return {
    theme: isDark ? 'night' : 'stripe',
    labels: 'above',
    variables: {
      colorPrimary: colour('--color-primary'),
      colorBackground: colour('--color-surface'),
      colorText: colour('--color-text'),
      colorTextSecondary: colour('--color-text-muted'),
      colorTextPlaceholder: colour('--color-text-subtle'),
      colorDanger: colour('--color-error-text'),
      borderRadius: token('--radius-md'),
      fontFamily: token('--font-sans'),
      fontSizeBase: '16px',
      spacingUnit: '4px',
      gridRowSpacing: '16px',
      gridColumnSpacing: '16px',
    },
    rules: {
      '.Label': {
        fontSize: '14px',
        lineHeight: '20px',
        fontWeight: token('--weight-semibold'),
        marginBottom: '6px',
      },
      '.Input': {
        border: `1px solid ${colour('--color-border-control')}`,
        boxShadow: tokenValue('--shadow-xs', 'boxShadow'),
        lineHeight: '24px',
        padding: '11px 14px',
      },
      '.Input:focus': { borderColor: focus, boxShadow: `0 0 0 1px ${focus}`, outline: 'none' },
      // The border and the message show the error; the digits stay readable.
      '.Input--invalid': {
        borderColor: wrong,
        boxShadow: `0 0 0 1px ${wrong}`,
        color: colour('--color-text'),
      },
      '.Error': { fontSize: '13px', lineHeight: '18px', fontWeight: token('--weight-medium') },
      '.TermsText': { fontSize: '13px', lineHeight: '18px' },
    },
  }
}

/** `listener` runs when the colour scheme changes. */
export function followLook(listener: () => void): () => void {
  const scheme = matchMedia('(prefers-color-scheme: dark)')
  scheme.addEventListener('change', listener)
  return () => scheme.removeEventListener('change', listener)
}
