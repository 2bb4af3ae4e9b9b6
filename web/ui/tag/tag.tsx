import { Badge, type BadgeTone } from '../badge/badge.tsx'

/** Says what something is. How it stands is for a badge, which has a dot. */
export function Tag({ tone = 'brand', children }: { tone?: BadgeTone; children: string }) {
  return (
    <Badge tone={tone} isPlain>
      {children}
    </Badge>
  )
}
