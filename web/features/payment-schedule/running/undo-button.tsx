import type { PlanChange } from '#contract/plan-changes.ts'
import { Button } from '../../../ui/button/button.tsx'
import { UndoIcon } from '../../../ui/icon/undo.tsx'
import type { Undo } from './use-undo.ts'

export function UndoButton({ change, undo, label }: { change: PlanChange; undo: Undo; label: string }) {
  return (
    <Button
      look="secondary"
      size="small"
      icon={UndoIcon}
      isBusy={undo.isUndoing(change)}
      aria-label={label}
      onClick={() => undo.undo(change)}
    >
      {change.status === 'Asked' ? 'Withdraw' : 'Undo'}
    </Button>
  )
}
