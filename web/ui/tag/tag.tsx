import { Badge, type BadgeTone } from '../badge/badge.tsx'

/** Says what kind of thing something is. Its status is shown by a badge, which has a dot. */
export function Tag({ tone = 'brand', children }: { tone?: BadgeTone; children: string }) {
  return (
    <Badge tone={tone} isPlain>
      {children}
    </Badge>
  )
}
