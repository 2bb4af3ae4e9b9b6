import type { Account } from '#contract/accounts.ts'
import type { ExplainedFigure } from '#domain/explanations/explanations.ts'
import { loadModalAhead } from '../../ui/modal/modal.tsx'
import { useModal } from '../../ui/modal/use-modal.ts'
import { ExplanationDialog } from './explanation-dialog.tsx'
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

/** A small button beside an amount, which opens its explanation. */
export function Explain({ account, figure, label }: ExplainProps) {
  const { isOpen, show, hide } = useModal()
  return (
    <>
      <button
        type="button"
        className="linkbtn explain sm"
        aria-label={nameOf(words[figure], label)}
        aria-haspopup="dialog"
        onPointerEnter={loadModalAhead}
        onFocus={loadModalAhead}
        onClick={show}
      >
        {words[figure]}
      </button>
      <ExplanationDialog account={account} figure={figure} isOpen={isOpen} onHide={hide} />
    </>
  )
}
