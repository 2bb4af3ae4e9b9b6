import { useReducer, type ComponentType } from 'react'
import type { Account } from '#contract/accounts.ts'
import type { ExplainedFigure } from '#domain/explanations/explanations.ts'
import { useModal } from '../../ui/modal/use-modal.ts'
import { showToast } from '../../ui/toast/toast.ts'
import type { ExplanationDialogProps } from './explanation-dialog.tsx'
import './explain.css'

type ExplainProps = {
  account: Account
  figure: ExplainedFigure
  /** The label for screen readers: "How your balance comes about". */
  label: string
}

const words: Record<ExplainedFigure, string> = {
  balance: 'Why this amount?',
  'available-to-withdraw': 'Why this amount?',
  'next-payment': 'Why this amount?',
  'paid-so-far': 'Details',
  remaining: 'Details',
}

/** "Why this amount? How your balance comes about": begins with what is seen. */
const nameOf = (word: string, label: string) =>
  word.endsWith('?') ? `${word} ${label}` : `${word}: ${label}`

let Dialog: ComponentType<ExplanationDialogProps> | undefined

async function load(): Promise<void> {
  Dialog ??= (await import('./explanation-dialog.tsx')).ExplanationDialog
}

/** A failure to preload is ignored here: the dialog shows it. */
const loadAhead = () => void load().catch(() => {})

/**
 * A small button beside an amount, which opens its explanation. The dialog loads when the pointer or focus reaches
 * the button.
 */
export function Explain({ account, figure, label }: ExplainProps) {
  const { isOpen, show, hide } = useModal()
  const [, redraw] = useReducer((count: number) => count + 1, 0)

  function open() {
    show()
    if (!Dialog) load().then(redraw, giveUp)
  }

  function giveUp() {
    hide()
    showToast({ variant: 'error', text: 'Oops, something went wrong.' })
  }

  return (
    <>
      <button
        type="button"
        className="linkbtn explain"
        aria-label={nameOf(words[figure], label)}
        aria-haspopup="dialog"
        onPointerEnter={loadAhead}
        onFocus={loadAhead}
        onClick={open}
      >
        {words[figure]}
      </button>
      {Dialog && <Dialog account={account} figure={figure} isOpen={isOpen} onHide={hide} />}
    </>
  )
}
