import { useEffect, useEffectEvent, useReducer, useState, type ComponentType } from 'react'
import type { WithdrawalRequest } from '#contract/withdrawals.ts'
import { showToast } from '../../ui/toast/toast.ts'
import type { WithdrawalDialogProps } from './withdrawal-dialog.tsx'

let Dialog: ComponentType<WithdrawalDialogProps> | undefined

/** Brings the dialog ahead of the click, when somebody seems about to make it. */
export async function loadDialog(): Promise<void> {
  Dialog = (await import('./withdrawal-dialog.tsx')).WithdrawalDialog
}

/** The dialog with its fields is large, and comes when it is opened for the first time. */
export function LazyDialog(props: WithdrawalDialogProps) {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const giveUp = useEffectEvent(() => {
    showToast({ variant: 'error', text: 'Oops, something went wrong.' })
    props.onHide()
  })
  useEffect(() => {
    if (props.isOpen && !Dialog) loadDialog().then(redraw, giveUp)
  }, [props.isOpen])
  return Dialog ? <Dialog {...props} /> : null
}

/** Opens the dialog anew each time: what was typed before it was closed is gone. */
export function useDialog() {
  const [{ count, isOpen, waiting }, set] = useState<{
    count: number
    isOpen: boolean
    waiting: WithdrawalRequest | undefined
  }>({ count: 0, isOpen: false, waiting: undefined })
  return {
    open: (request?: WithdrawalRequest) =>
      set((before) => ({ count: before.count + 1, isOpen: true, waiting: request })),
    /** With the key that makes it new. */
    key: count,
    props: {
      isOpen,
      ...(waiting && { waiting }),
      onHide: () => set((before) => ({ ...before, isOpen: false })),
    },
  }
}
