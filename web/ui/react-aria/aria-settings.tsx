import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import './aria-settings.css'

// React Aria injects a style element for touch screens, which our content policy forbids. It skips that if an element
// with this id exists; the rule itself is in our own style sheet.
const nameOfTheRule = 'react-aria-pressable-style'

if (typeof document !== 'undefined' && !document.getElementById(nameOfTheRule)) {
  const mark = document.createElement('meta')
  mark.id = nameOfTheRule
  document.head.append(mark)
}

/** Wraps every component built on React Aria: Australian words and dates, and no inline styles. */
export function AriaSettings({ children }: { children: ReactNode }) {
  return <I18nProvider locale="en-AU">{children}</I18nProvider>
}
