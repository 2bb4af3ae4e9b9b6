import { useReducer, type ComponentType } from 'react'
import { Button } from '../../../ui/button/button.tsx'
import { CalendarIcon } from '../../../ui/icon/calendar.tsx'
import { useModal } from '../../../ui/modal/use-modal.ts'
import { showToast } from '../../../ui/toast/toast.ts'
import type { DatesDialogProps, PaymentDatesProps } from './dates-dialog.tsx'

let Dialog: ComponentType<DatesDialogProps> | undefined

async function load(): Promise<void> {
  Dialog ??= (await import('./dates-dialog.tsx')).DatesDialog
}

/** A failure here shows when the dialog is opened. */
const loadAhead = () => void load().catch(() => {})

/** A button, and behind it every payment with its weekday, and why a day has moved; also as a calendar. */
export function PaymentDates({ account, plan, isSaved }: PaymentDatesProps) {
  const { isOpen, show, hide } = useModal()
  const [count, next] = useReducer((before: number) => before + 1, 0)

  function open() {
    show()
    // Opened again, the dialog begins with the dates again.
    if (Dialog) next()
    else load().then(next, giveUp)
  }

  function giveUp() {
    hide()
    showToast({ variant: 'error', text: 'Oops, something went wrong.' })
  }

  return (
    <>
      <Button
        look="tertiary"
        size="small"
        icon={CalendarIcon}
        aria-haspopup="dialog"
        onPointerEnter={loadAhead}
        onFocus={loadAhead}
        onClick={open}
      >
        See all dates
      </Button>
      {Dialog && (
        <Dialog key={count} account={account} plan={plan} isSaved={isSaved} isOpen={isOpen} onHide={hide} />
      )}
    </>
  )
}
