import type { ComponentProps, ReactNode } from 'react'
import type { Icon } from '../icon/icon.tsx'
import './button.css'

type Looks = {
  look?: 'primary' | 'secondary' | 'tertiary' | 'borderless'
  size?: 'small' | 'medium' | 'large'
  isBlock?: boolean
  /** Lets the label, not the padding, line up with the text above. */
  isFlush?: boolean
}

export function buttonClass({ look = 'primary', size = 'medium', isBlock, isFlush }: Looks): string {
  return [
    'btn',
    `btn--${look}`,
    size !== 'medium' && `btn--${size}`,
    isBlock && 'btn--block',
    isFlush && 'btn--flush',
  ]
    .filter(Boolean)
    .join(' ')
}

type ButtonProps = Looks &
  Omit<ComponentProps<'button'>, 'className'> & {
    isBusy?: boolean
    icon?: Icon
    iconAfter?: Icon
    children: ReactNode
  }

export function Button({
  look,
  size,
  isBlock,
  isFlush,
  isBusy = false,
  icon: IconBefore,
  iconAfter: IconAfter,
  type = 'button',
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ look, size, isBlock, isFlush })}
      aria-busy={isBusy || undefined}
    >
      {isBusy ? <span className="spinner" aria-hidden="true" /> : IconBefore && <IconBefore />}
      <span>{children}</span>
      {IconAfter && <IconAfter />}
    </button>
  )
}

/** A square button whose icon needs a name for those who do not see it. */
export function IconButton({
  icon: Shape,
  label,
  size,
  iconSize,
  className = '',
  ...rest
}: { icon: Icon; label: string; size?: Looks['size']; iconSize?: 'large' } & ComponentProps<'button'>) {
  return (
    <button
      {...rest}
      type="button"
      className={`${buttonClass({ look: 'borderless', size })} btn--icon ${className}`.trim()}
      aria-label={label}
    >
      <Shape size={iconSize} />
    </button>
  )
}

/** Looks like a link, acts like a button. */
export function LinkButton({ isBusy = false, ...rest }: ComponentProps<'button'> & { isBusy?: boolean }) {
  return <button {...rest} type="button" className="linkbtn" aria-busy={isBusy || undefined} />
}
