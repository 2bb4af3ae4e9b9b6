import type { ReactNode } from 'react'
import { ButtonLink } from '../../../ui/button/button-link.tsx'
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
      <section className="card result stack stack--24">
        <div className="result__head">
          {art}
          <Heading title={title} />
          {text}
        </div>
        {facts && <dl className="dl result__facts">{facts}</dl>}
        <div className="result__actions">
          {action}
          <ButtonLink look="secondary" href="/">
            Log in to your account
          </ButtonLink>
        </div>
      </section>
      <HelpLine />
    </>
  )
}
