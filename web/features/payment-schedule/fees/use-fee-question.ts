import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import type { StoredVariances } from '#domain/plan/fee-variances.ts'
import type { Attending } from '#domain/plan/school-charges.ts'
import type { MayChange } from './fee-requests.ts'
import type { PlannerFacts } from '../../plan/planner-facts.ts'

/** What both dialogs start from, and what they give back. */
export type FeeDialogProps = {
  accountId: string
  isOpen: boolean
  onHide: () => void
  /** Whose request was pressed, if one was. */
  enrolmentId: string | null
  facts: PlannerFacts
  attending: readonly Attending[]
  plan: PaymentPlan | undefined
  variances: StoredVariances
  mayChange: MayChange
  onChange: (variances: StoredVariances) => void
}

/** The student that a dialog is about, and what its buttons do. */
export function useFeeQuestion(
  { isOpen, onHide, enrolmentId: pressed, attending, onChange }: FeeDialogProps,
  {
    isMissing,
    requested,
  }: {
    /** Whether something is missing for a student. */
    isMissing: (enrolmentId: string) => boolean
    requested: StoredVariances
  },
) {
  const onlyOne = attending.length === 1 ? (attending[0]?.enrolment.id ?? null) : null
  const [enrolmentId, choose] = useState(pressed ?? onlyOne)
  const [isTried, setTried] = useState(false)

  function confirm() {
    const ids = attending.map(({ enrolment }) => enrolment.id)
    const current = enrolmentId === null ? [] : [enrolmentId]
    const missing = [...current, ...ids].find(isMissing)
    if (enrolmentId !== null && missing === undefined) {
      onChange(requested)
      onHide()
      return
    }
    flushSync(() => {
      setTried(true)
      if (missing !== undefined) choose(missing)
    })
    focusFirstTrouble()
  }

  return {
    enrolmentId,
    choose,
    isTried,
    studentError: isTried && enrolmentId === null ? 'Choose a student' : undefined,
    frame: { isOpen, onHide, onConfirm: confirm },
  }
}

/** A group of radio buttons has the mark on the group. */
function focusFirstTrouble(): void {
  const box = document.querySelector<HTMLElement>('[role=dialog] [aria-invalid=true]')
  const inside = box?.querySelector<HTMLElement>('input:not([hidden])')
  ;(box?.matches('input, select, textarea') ? box : inside)?.focus()
}
