import { useId, useState, type ComponentProps, type ReactNode } from 'react'
import '../checkbox/checkbox.css'
import './choice.css'

export type ChoiceCardTexts = {
  label: ReactNode
  hint?: ReactNode
  /** An icon or amount at the end of the line. */
  end?: ReactNode
}

/** The card around a radio button or a checkbox. */
export function ChoiceCard({
  label,
  hint,
  end,
  isChosen,
  isWide = false,
  keepsBody = false,
  input,
  error,
  foot,
  children,
}: ChoiceCardTexts & {
  isChosen: boolean
  isWide?: boolean
  /** The body stays, hidden, once it has been shown: what was typed in it is not lost. */
  keepsBody?: boolean
  input: ComponentProps<'input'>
  error?: ReactNode
  /** Shows whether it is chosen or not. */
  foot?: ReactNode
  children?: ReactNode
}) {
  const id = useId()
  const [wasChosen, setWasChosen] = useState(isChosen)
  if (isChosen && !wasChosen) setWasChosen(true)
  const isKept = keepsBody && wasChosen
  return (
    <div className="choice">
      <label className="check" htmlFor={id}>
        <input
          {...input}
          id={id}
          checked={isChosen}
          aria-labelledby={`${id}-label`}
          aria-describedby={
            [hint && `${id}-hint`, input['aria-describedby']].filter(Boolean).join(' ') || undefined
          }
        />
        <span className="choice__text">
          <span id={`${id}-label`}>{label}</span>
          {hint && <small id={`${id}-hint`}>{hint}</small>}
        </span>
        {end}
      </label>
      {error}
      {foot}
      {(isChosen || isKept) && children && (
        <div className={isWide ? 'choice__body choice__body--wide' : 'choice__body'} hidden={!isChosen}>
          {children}
        </div>
      )}
    </div>
  )
}
