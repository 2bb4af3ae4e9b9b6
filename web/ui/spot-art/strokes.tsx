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
