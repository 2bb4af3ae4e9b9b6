import type { Icon } from '../../../ui/icon/icon.tsx'
import './kind.css'

export type KindTint = 'plain' | 'green' | 'gold' | 'blue' | 'iris' | 'pink'

/** What kind of thing a row is. Decorative: the row says it in words. */
export function Kind({
  icon: Shape,
  tint = 'plain',
  size = 'medium',
}: {
  icon: Icon
  tint?: KindTint
  size?: 'small' | 'medium'
}) {
  const classes = ['kind', tint !== 'plain' && `kind--${tint}`, size === 'small' && 'kind--sm']
  return (
    <span className={classes.filter(Boolean).join(' ')} aria-hidden="true">
      <Shape />
    </span>
  )
}
