import type { SavedMethod } from '#contract/payment-methods.ts'
import { MethodMark } from '../../../ui/method-mark/method-mark.tsx'

/** Which payment method a dialog is about. */
export function MethodChip({ method, line }: { method: SavedMethod; line: string | null }) {
  return (
    <div className="method-chip">
      <MethodMark {...method} />
      <span>
        <b>{method.displayName}</b>
        {line && <small>{line}</small>}
      </span>
    </div>
  )
}
