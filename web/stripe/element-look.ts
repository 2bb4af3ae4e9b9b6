import type { Appearance, CustomFontSource } from '@stripe/stripe-js'
import fontFile from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'

/** Stripe's frame loads the font from us. */
export const elementFont = (): CustomFontSource => ({
  family: 'Figtree Variable',
  src: `url(${new URL(fontFile, location.origin).href})`,
  weight: '300 900',
})

/** Stripe's form in our current colours, as values: a page on another origin cannot read our tokens. */
export function elementLook(): Appearance {
  const page = getComputedStyle(document.documentElement)
  const token = (name: string) => page.getPropertyValue(name).trim()
  const isDark = page.colorScheme === 'dark'
  const focus = token('--color-focus')
  const wrong = token('--color-error-border')
  return {
    theme: isDark ? 'night' : 'stripe',
    labels: 'above',
    variables: {
      colorPrimary: token('--color-primary'),
      colorBackground: token('--color-surface'),
      colorText: token('--color-text'),
      colorTextSecondary: token('--color-text-muted'),
      colorTextPlaceholder: token('--color-text-subtle'),
      colorDanger: token('--color-error-text'),
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
        border: `1px solid ${token('--color-border-control')}`,
        boxShadow: token('--shadow-xs'),
        lineHeight: '24px',
        padding: '11px 14px',
      },
      '.Input:focus': { borderColor: focus, boxShadow: `0 0 0 1px ${focus}`, outline: 'none' },
      // The border and the message show the error; the digits stay readable.
      '.Input--invalid': {
        borderColor: wrong,
        boxShadow: `0 0 0 1px ${wrong}`,
        color: token('--color-text'),
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
