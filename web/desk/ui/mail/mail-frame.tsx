import { useRef, useState } from 'react'

/**
 * A mail in a frame without scripts, forms or new windows. The frame's page has a policy of its own, because the styles of
 * a mail are in its words and the desk allows none such.
 */
export function MailFrame({ html, title }: { html: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(420)
  function write() {
    const page = frame.current?.contentDocument
    if (!page) return
    // Read by the frame's own document, and so under its policy.
    page.documentElement.innerHTML = html
    // A link leads nowhere: it would open in a new window, and the frame may open none.
    const base = page.createElement('base')
    base.target = '_blank'
    page.head.prepend(base)
    setHeight(page.documentElement.scrollHeight)
  }
  return (
    <div className="letter">
      <iframe
        className="letter__frame"
        ref={frame}
        title={title}
        src="/desk/mail-frame"
        sandbox="allow-same-origin"
        style={{ height }}
        onLoad={write}
      />
    </div>
  )
}
