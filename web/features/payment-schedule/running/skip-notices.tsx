import type { FlexiblePlan, PlanChange } from '#contract/plan-changes.ts'
import type { Region } from '#domain/region.ts'
import { bankCalendarOf } from '../../plan/bank-calendar.ts'
import { PauseIcon } from '../../../ui/icon/pause.tsx'
import { ChangeNotice } from './change-notice.tsx'
import { requestedText, requestedTitle, skippedText, skippedTitle, type SkipDetails } from './skip-words.ts'
import { UndoButton } from './undo-button.tsx'
import type { Undo } from './use-undo.ts'

type SkipNoticesProps = { region: Region; flexible: FlexiblePlan; undo: Undo }

/** One notice for each skip that can be undone, and for each that was asked for. */
export function SkipNotices({ region, flexible, undo }: SkipNoticesProps) {
  const { coming, rhythm, changes } = flexible
  const notified = { region, coming, frequency: rhythm.frequency }
  return changes.filter(isToldOf).map((change) => {
    const { id, status, details, undoUntil, madeAt } = change
    if (status === 'Asked')
      return (
        <ChangeNotice
          key={id}
          icon={PauseIcon}
          title={requestedTitle(details)}
          action={<UndoButton change={change} undo={undo} label="Withdraw your request to skip" />}
        >
          {requestedText(madeAt, bankCalendarOf(region))}
        </ChangeNotice>
      )
    return (
      <ChangeNotice
        key={id}
        icon={PauseIcon}
        title={skippedTitle(details, notified)}
        action={<UndoButton change={change} undo={undo} label="Undo the skip" />}
      >
        {skippedText(details, undoUntil ?? '', notified)}
      </ChangeNotice>
    )
  })
}

function isToldOf(change: PlanChange): change is PlanChange & { details: SkipDetails } {
  const { status, undoUntil, details } = change
  return details.kind === 'Skip' && (status === 'Asked' || (status === 'Made' && undoUntil !== null))
}
