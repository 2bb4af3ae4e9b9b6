import { logoShapes } from '../../../ui/logo/logo-shapes.ts'
import './bird.css'

/** The logo without its word, on dark green. */
export function Bird() {
  return (
    <svg className="bird" width={30} height={30} viewBox="0 0 32 32" aria-hidden="true">
      {logoShapes.slice(0, 3).map((shape) => (
        <path key={shape.fill} {...shape} />
      ))}
    </svg>
  )
}
