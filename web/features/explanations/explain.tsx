import type { Account } from '#contract/accounts.ts'
import type { ExplainedFigure } from '#domain/explanations.ts'

type ExplainProps = {
  account: Account
  figure: ExplainedFigure
  /** What a screen reader hears: "How your balance comes about". */
  label: string
}

/** A small button beside a sum, which opens to what makes it. */
export function Explain(_props: ExplainProps) {
  return null
}
