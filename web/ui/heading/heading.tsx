import { useEffect, useRef, type ReactNode } from 'react'

let isFocusDue = false
let isReturn = false

if (typeof window !== 'undefined') {
  for (const navigation of ['pushState', 'replaceState', 'popstate']) {
    addEventListener(navigation, () => {
      isFocusDue = true
      isReturn = navigation === 'popstate'
    })
  }
}

/**
 * The page's only h1; it also sets the document title. After a navigation it takes the focus, so that a screen reader
 * starts where a page load would. A new page starts at the top; one the customer returns to keeps its position.
 */
export function Heading({ title, children }: { title: string; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Larkwell`
  }, [title])
  useEffect(() => {
    if (!isFocusDue) return
    isFocusDue = false
    if (!isReturn) scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children ?? title}
    </h1>
  )
}
