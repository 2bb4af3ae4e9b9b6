import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { buttonClass } from '../../../ui/button/button.tsx'
import { Heading } from '../../../ui/heading/heading.tsx'
import { HelpLine } from './help-line.tsx'
import '../../../ui/card/card.css'
import './result.css'

type LinkPageProps = {
  art: ReactNode
  title: string
  text: ReactNode
  /** As `Fact`s; false where nothing is known of the request. */
  facts: ReactNode
  /** The way to what can be paid instead. */
  action?: ReactNode
}

/** A link with nothing to pay: what became of it, and the way to the account. Nothing has failed. */
export function LinkPage({ art, title, text, facts, action }: LinkPageProps) {
  return (
    <>
      <section className="card result">
        <div className="result__head">
          {art}
          <Heading title={title} />
          {text}
        </div>
        {facts && <dl className="dl result__facts">{facts}</dl>}
        <div className="result__actions">
          {action}
          <Link className={buttonClass({ look: 'secondary' })} href="/">
            <span>Log in to your account</span>
          </Link>
        </div>
      </section>
      <HelpLine />
    </>
  )
}
