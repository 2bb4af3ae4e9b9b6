import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import './aria-settings.css'

// React Aria writes one rule for touch screens into the page as a style element, which our policy forbids. It
// leaves that out where it finds an element of this name; the rule itself is in our own style sheet.
const nameOfTheRule = 'react-aria-pressable-style'

if (typeof document !== 'undefined' && !document.getElementById(nameOfTheRule)) {
  const mark = document.createElement('meta')
  mark.id = nameOfTheRule
  document.head.append(mark)
}

/** Stands around every piece that is made of React Aria: Australian words and dates, and nothing written inline. */
export function AriaSettings({ children }: { children: ReactNode }) {
  return <I18nProvider locale="en-AU">{children}</I18nProvider>
}
