import { useState } from 'react'
import type { RepaymentDetails, SavedMethod } from '#contract/payment-methods.ts'

/** What a dialog is about, as it stood when it was opened: the list may change behind it. */
export type MethodQuestion = {
  method: SavedMethod
  details: RepaymentDetails
  /** The button that was pressed. */
  opener: Element
}

export type MethodDialog = {
  isOpen: boolean
  /** New with every opening, so that nothing is left of the last one. */
  count: number
  /** Stays while the dialog fades out; undefined before its first opening. */
  question: MethodQuestion | undefined
  open: (question: MethodQuestion) => void
  hide: () => void
}

export function useMethodDialog(): MethodDialog {
  const [state, set] = useState<Pick<MethodDialog, 'isOpen' | 'count' | 'question'>>({
    isOpen: false,
    count: 0,
    question: undefined,
  })
  return {
    ...state,
    open: (question) => set(({ count }) => ({ isOpen: true, count: count + 1, question })),
    hide: () => set((before) => ({ ...before, isOpen: false })),
  }
}
