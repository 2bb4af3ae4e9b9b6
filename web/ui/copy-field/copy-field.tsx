import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../button/button.tsx'
import { CheckIcon } from '../icon/check.tsx'
import { CopyIcon } from '../icon/copy.tsx'
import './copy-field.css'

const tickMs = 2_000

type CopyFieldProps = {
  label: string
  value: string
  /** The text to copy, if it differs from the value without its spaces. */
  copied?: string
}

/** A value with a copy button. */
export function CopyField({ label, value, copied = value.replaceAll(' ', '') }: CopyFieldProps) {
  const [state, setState] = useState<'resting' | 'copied' | 'refused'>('resting')
  const text = useRef<HTMLElement>(null)
  useEffect(() => {
    if (state !== 'copied') return
    const timer = setTimeout(() => setState('resting'), tickMs)
    return () => clearTimeout(timer)
  }, [state])

  async function copy() {
    try {
      await navigator.clipboard.writeText(copied)
      setState('copied')
    } catch {
      // Some browsers and companies block copying. Selected text can still be copied by hand.
      if (text.current) getSelection()?.selectAllChildren(text.current)
      setState('refused')
    }
  }

  return (
    <div className="copy">
      <p>
        <small>{label}</small>
        <b ref={text}>{value}</b>
      </p>
      <IconButton
        icon={state === 'copied' ? CheckIcon : CopyIcon}
        label={`Copy ${label.toLowerCase()}`}
        size="small"
        onClick={() => void copy()}
      />
      <span className={state === 'refused' ? 'copy__note' : 'sr'} role="status">
        {state === 'copied' && `${label} copied`}
        {state === 'refused' && 'Your browser does not let us copy. It is selected for you to copy instead.'}
      </span>
    </div>
  )
}
