import { createElement, type ReactNode } from 'react'
import './icon.css'

type Size = 'small' | 'medium' | 'large'

const classNames: Record<Size, string> = {
  small: 'icon icon--sm',
  medium: 'icon',
  large: 'icon icon--lg',
}

export type Icon = (props: { size?: Size }) => ReactNode

/** Icons never carry meaning alone: the text beside them does. */
export function icon(...shapes: ReactNode[]): Icon {
  return ({ size = 'medium' }) =>
    createElement(
      'svg',
      { className: classNames[size], viewBox: '0 0 24 24', 'aria-hidden': true },
      ...shapes,
    )
}
