import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { ChevronRightIcon } from '../icon/chevron-right.tsx'
import type { Icon } from '../icon/icon.tsx'
import '../list-rows/list-rows.css'
import './acts.css'

/** Ways to do something, one to a row. */
export function Acts({ children }: { children: ReactNode }) {
  return <ul className="acts">{children}</ul>
}

type ActProps = {
  icon: Icon
  tint?: 'gold' | 'blue' | 'pink' | 'mute'
  title: string
  /** Without one the way is not open, and the text says why. */
  href?: string
  children: ReactNode
}

/** The whole row is a link. */
export function Act({ icon: Shape, tint, title, href, children }: ActProps) {
  const text = (
    <>
      <span className={glyphClass(href === undefined ? 'mute' : tint)}>
        <Shape />
      </span>
      <span className="rowtext">
        <b>{title}</b>
        <small>{children}</small>
      </span>
    </>
  )
  if (href === undefined)
    return (
      <li>
        <div className="act">{text}</div>
      </li>
    )
  return (
    <li>
      <Link className="act" href={href}>
        {text}
        <span className="act__go">
          <ChevronRightIcon />
        </span>
      </Link>
    </li>
  )
}

function glyphClass(tint: ActProps['tint']): string {
  return tint ? `glyph glyph--${tint}` : 'glyph'
}
