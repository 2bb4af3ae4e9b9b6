import { useEffect, useEffectEvent, useReducer, useState, type ComponentType } from 'react'
import type { WithdrawalRequest } from '#contract/withdrawals.ts'
import { showToast } from '../../ui/toast/toast.ts'
import type { WithdrawalDialogProps } from './withdrawal-dialog.tsx'

let Dialog: ComponentType<WithdrawalDialogProps> | undefined

/** Preloads the dialog when a click seems likely. */
export async function loadDialog(): Promise<void> {
  Dialog = (await import('./withdrawal-dialog.tsx')).WithdrawalDialog
}

/** The dialog is large, so it loads when it is first opened. */
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

/** Opens a fresh dialog each time, without what was typed before. */
export function useDialog() {
  const [{ count, isOpen, waiting }, set] = useState<{
    count: number
    isOpen: boolean
    waiting: WithdrawalRequest | undefined
  }>({ count: 0, isOpen: false, waiting: undefined })
  return {
    open: (request?: WithdrawalRequest) =>
      set((before) => ({ count: before.count + 1, isOpen: true, waiting: request })),
    /** The key makes it a new dialog. */
    key: count,
    props: {
      isOpen,
      ...(waiting && { waiting }),
      onHide: () => set((before) => ({ ...before, isOpen: false })),
    },
  }
}
