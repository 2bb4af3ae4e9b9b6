import { Children, type ReactNode } from 'react'

export type SpotArt = (props: { width: number }) => ReactNode

/** Inlined, because the colours follow the theme's tokens. */
export function spotArt(...shapes: ReactNode[]): SpotArt {
  const drawing = Children.toArray(shapes)
  return ({ width }) => (
    <svg className="spot" width={width} height={width * 0.8} viewBox="0 0 200 160" aria-hidden="true">
      <circle cx="100" cy="82" r="68" fill="var(--art-bg)" />
      {drawing}
    </svg>
  )
}
