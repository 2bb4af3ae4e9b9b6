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
 * The one h1 of a page, which also names the tab. After a navigation it takes the focus, so that a
 * screen reader starts where a page load would have started. A new page starts at its top; one that the customer
 * returns to is left where it was.
 */
export function Heading({
  title,
  children,
  className,
}: {
  title: string
  children?: ReactNode
  className?: string
}) {
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
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children ?? title}
    </h1>
  )
}
