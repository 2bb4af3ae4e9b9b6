import type { RepaymentDetails, SavedMethod } from '#contract/payment-methods.ts'

/** What a dialog is about, as it stood when it was opened: the list may change behind it. */
export type MethodQuestion = {
  method: SavedMethod
  details: RepaymentDetails
  /** The button that was pressed. */
  opener: Element
}
