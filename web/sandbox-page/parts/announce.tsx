import { useSyncExternalStore } from 'react'

let news = ''
let redraw = () => {}

/** Says something to screen readers that everybody else sees. */
export function announce(text: string): void {
  news = text
  redraw()
}

function subscribe(onChange: () => void): () => void {
  redraw = onChange
  return () => (redraw = () => {})
}

export function News() {
  return (
    <p className="sr" role="status">
      {useSyncExternalStore(subscribe, () => news)}
    </p>
  )
}
