import { logoBox, logoShapes } from './logo-shapes.ts'

export function Logo({ height }: { height: number }) {
  return (
    <svg
      height={height}
      width={(height * logoBox.width) / logoBox.height}
      viewBox={`0 0 ${logoBox.width} ${logoBox.height}`}
      role="img"
      aria-label="Larkwell"
    >
      {logoShapes.map((shape) => (
        <path key={shape.fill} {...shape} />
      ))}
    </svg>
  )
}
