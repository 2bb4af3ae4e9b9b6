import './badge.css'

export type BadgeTone = 'neutral' | 'success' | 'info' | 'caution' | 'warning' | 'error' | 'brand'

export function Badge({
  tone = 'neutral',
  isPlain,
  children,
}: {
  tone?: BadgeTone
  isPlain?: boolean
  children: string
}) {
  const classes = ['badge', tone !== 'neutral' && `badge--${tone}`, isPlain && 'badge--plain']
  return <span className={classes.filter(Boolean).join(' ')}>{children}</span>
}
