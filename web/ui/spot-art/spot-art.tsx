import { createElement, type ReactNode } from 'react'

export type SpotArt = (props: { width: number }) => ReactNode

/** Inlined, because the colours follow the theme's tokens. */
export function spotArt(...shapes: ReactNode[]): SpotArt {
  return ({ width }) =>
    createElement(
      'svg',
      { className: 'spot', width, height: width * 0.8, viewBox: '0 0 200 160', 'aria-hidden': true },
      <circle cx="100" cy="82" r="68" fill="var(--art-bg)" />,
      ...shapes,
    )
}

type TickProps = { transform: string; stroke: string }

export function Tick({ transform, stroke }: TickProps) {
  return (
    <path
      transform={transform}
      d="m-9 .5 6 6L10-8"
      stroke={stroke}
      strokeWidth="4"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  )
}

type RaysProps = { count: number; around: string; d: string; stroke: string; strokeWidth: string }

/** The stroke of the uppermost one, and as many more around a point. */
export function Rays({ count, around, ...ray }: RaysProps) {
  const angles = Array.from({ length: count }, (_, index) => (360 / count) * index)
  return angles.map((angle) => (
    <path key={angle} transform={`rotate(${angle} ${around})`} strokeLinecap="round" {...ray} />
  ))
}
