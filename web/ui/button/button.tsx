import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import type { Icon } from '../icon/icon.tsx'
import './button.css'

export type Looks = {
  look?: 'primary' | 'secondary' | 'tertiary' | 'borderless'
  size?: 'small' | 'medium' | 'large'
  isBlock?: boolean
  /** Aligns the label, not the padding, with the text above. */
  isFlush?: boolean
  /** For irreversible actions; only as a primary button. */
  isDanger?: boolean
}

export function buttonClass({
  look = 'primary',
  size = 'medium',
  isBlock,
  isFlush,
  isDanger,
}: Looks): string {
  return [
    'btn',
    `btn--${look}`,
    size !== 'medium' && `btn--${size}`,
    isBlock && 'btn--block',
    isFlush && 'btn--flush',
    isDanger && 'btn--danger',
  ]
    .filter(Boolean)
    .join(' ')
}

type ButtonProps = Looks &
  Omit<ComponentProps<'button'>, 'className'> & {
    /** Presses are ignored but the button keeps the focus. A disabled button would lose it. */
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
  isDanger,
  isBusy = false,
  icon: IconBefore,
  iconAfter: IconAfter,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ look, size, isBlock, isFlush, isDanger })}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? drop : onClick}
    >
      {isBusy ? (
        <span
          className={IconBefore || IconAfter ? 'spinner' : 'spinner spinner--squeezed'}
          aria-hidden="true"
        />
      ) : (
        IconBefore && <IconBefore />
      )}
      <span>{children}</span>
      {IconAfter && (IconBefore || !isBusy) && <IconAfter />}
    </button>
  )
}

/** Otherwise the button would submit its form. */
function drop(event: MouseEvent): void {
  event.preventDefault()
}

/** A square icon button; screen readers need its name. */
export function IconButton({
  icon: Shape,
  label,
  look = 'borderless',
  size,
  iconSize,
  className = '',
  ...rest
}: {
  icon: Icon
  label: string
  look?: Looks['look']
  size?: Looks['size']
  iconSize?: 'large'
} & ComponentProps<'button'>) {
  return (
    <button
      {...rest}
      type="button"
      className={`${buttonClass({ look, size })} btn--icon ${className}`.trim()}
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
