import { Children, Fragment, useId, type ReactNode } from 'react'
import { ArrowRightIcon } from '../../../ui/icon/arrow-right.tsx'
import { CheckIcon } from '../../../ui/icon/check.tsx'
import type { Icon } from '../../../ui/icon/icon.tsx'
import { InfoIcon } from '../../../ui/icon/info.tsx'
import './effect.css'

type EffectProps = {
  /** A figure now and afterwards. */
  rows?: readonly { label: string; now: string; after: string }[]
  sentences?: readonly (string | { text: ReactNode; icon: Icon })[]
  /** While it is calculated, or instead of it. */
  children?: ReactNode
}

/** What an action does, before it is done. */
export function Effect({ rows, sentences, children }: EffectProps) {
  const id = useId()
  return (
    <section className="effect" aria-labelledby={id} aria-live="polite">
      <h3 id={id}>
        <InfoIcon size="small" />
        What this does
      </h3>
      {children}
      {rows && rows.length > 0 && (
        <div className="ba">
          <span />
          <span className="ba__head">Now</span>
          <span />
          <span className="ba__head">After</span>
          {rows.map(({ label, now, after }) => (
            <Fragment key={label}>
              <span>{label}</span>
              <span>{now}</span>
              <ArrowRightIcon size="small" />
              <span>{after}</span>
            </Fragment>
          ))}
        </div>
      )}
      {sentences && sentences.length > 0 && (
        <ul>
          {Children.toArray(
            sentences.map((sentence) => {
              const { text, icon: Shape } =
                typeof sentence === 'string' ? { text: sentence, icon: CheckIcon } : sentence
              return (
                <li>
                  <Shape size="small" />
                  <span>{text}</span>
                </li>
              )
            }),
          )}
        </ul>
      )}
    </section>
  )
}
