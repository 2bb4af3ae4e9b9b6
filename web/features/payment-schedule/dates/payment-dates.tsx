import { Button } from '../../../ui/button/button.tsx'
import { CalendarIcon } from '../../../ui/icon/calendar.tsx'
import { loadModalAhead } from '../../../ui/modal/modal.tsx'
import { useModalAbout } from '../../../ui/modal/use-modal.ts'
import { DatesDialog, type PaymentDatesProps } from './dates-dialog.tsx'

/** A button, and behind it every payment with its weekday, and why a day has moved; also as a calendar. */
export function PaymentDates({ account, plan, isSaved }: PaymentDatesProps) {
  const { isOpen, count, show, hide } = useModalAbout<void>()
  return (
    <>
      <Button
        look="tertiary"
        size="small"
        icon={CalendarIcon}
        aria-haspopup="dialog"
        onPointerEnter={loadModalAhead}
        onFocus={loadModalAhead}
        onClick={() => show()}
      >
        See all dates
      </Button>
      {/* Opened again, the dialog begins with the dates again. */}
      <DatesDialog
        key={count}
        account={account}
        plan={plan}
        isSaved={isSaved}
        isOpen={isOpen}
        onHide={hide}
      />
    </>
  )
}
