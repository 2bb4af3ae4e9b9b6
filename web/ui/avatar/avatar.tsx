import { initialsOf } from './initials.ts'
import './avatar.css'

type AvatarProps = {
  name: string
  size?: 'small' | 'medium'
  tint?: 'green' | 'gold' | 'pink' | 'blue' | 'iris'
}

/** Decorative: the name is written beside it. */
export function Avatar({ name, size = 'medium', tint = 'green' }: AvatarProps) {
  const classes = ['avatar', size === 'small' && 'avatar--sm', tint !== 'green' && `avatar--${tint}`]
  return (
    <span className={classes.filter(Boolean).join(' ')} aria-hidden="true">
      {initialsOf(name)}
    </span>
  )
}
