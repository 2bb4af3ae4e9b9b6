import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { ExternalIcon } from '../icon/external.tsx'
import { buttonClass, type Looks } from './button.tsx'

type ButtonLinkProps = Omit<Looks, 'isDanger'> & {
  href: string
  /** Opens beside the portal, and says so with an icon. */
  isNewTab?: boolean
  'aria-label'?: string
  'aria-describedby'?: string
  children: ReactNode
}

/** A link that looks like a button. */
export function ButtonLink({
  look,
  size,
  isBlock,
  isFlush,
  isNewTab = false,
  children,
  ...rest
}: ButtonLinkProps) {
  const className = buttonClass({ look, size, isBlock, isFlush })
  if (isNewTab) {
    return (
      <a {...rest} className={className} target="_blank" rel="noopener">
        <span>{children}</span>
        <ExternalIcon />
      </a>
    )
  }
  return (
    <Link {...rest} className={className}>
      <span>{children}</span>
    </Link>
  )
}
