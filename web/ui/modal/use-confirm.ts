import { useLayoutEffect, useState } from 'react'
import { failureMessage } from './failure-message.ts'
import type { ModalProps } from './modal-props.ts'

type Confirmation = { isBusy: boolean; failure: string | undefined; confirm: () => Promise<void> }

/** The action of a dialog's confirm button, while the dialog is open. */
export function useConfirm(
  { isOpen, onHide, onConfirm, closeOnConfirm = onConfirm === undefined, failureText }: ModalProps,
  isBusyRef: { current: boolean },
  form: { current: HTMLFormElement | null },
): Confirmation {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  // A disabled button loses the focus, and the dialog would then lose the keyboard.
  useLayoutEffect(() => {
    if (isBusy) form.current?.closest<HTMLElement>('[role=dialog]')?.focus()
    else if (failure) form.current?.querySelector<HTMLElement>('[type=submit]')?.focus()
  }, [isBusy, failure, form])

  useLayoutEffect(() => {
    isBusyRef.current = isBusy
    return () => {
      isBusyRef.current = false
    }
  }, [isBusy, isBusyRef])

  async function confirm() {
    if (isBusyRef.current || !isOpen) return
    if (!closeOnConfirm) return void onConfirm?.()
    setFailure(undefined)
    try {
      const outcome = onConfirm?.()
      if (outcome instanceof Promise) {
        isBusyRef.current = true
        setBusy(true)
        await outcome
      }
      onHide()
    } catch (error) {
      setBusy(false)
      setFailure(failureText ?? failureMessage(error))
    }
  }

  return { isBusy, failure, confirm }
}
