import { useSyncExternalStore } from 'react'
import { Button } from '../../../ui/button/button.tsx'
import { ToastStack, type ToastActionProps } from '../../../ui/toast/toast-stack.tsx'
import { onToastsChange, showOnlyToast, shownToasts } from '../../../ui/toast/toast.ts'
import { failureText } from '../../foundation/failure.ts'
import { useShortcuts } from '../../foundation/shortcuts.ts'
import { useAction } from '../../foundation/use-action.ts'
import { Kbd } from '../keys/keys.tsx'
import './toasts.css'

/** While a toast shows, Z undoes what it tells of. */
export function Toasts() {
  const toasts = useSyncExternalStore(onToastsChange, shownToasts)
  return <ToastStack className="toasts desktoasts" toasts={toasts} action={UndoButton} />
}

function UndoButton({ undo, onClose }: ToastActionProps) {
  const { run, isBusy } = useAction(async () => {
    try {
      await undo()
      onClose()
    } catch (error) {
      showOnlyToast({ variant: 'error', text: `It was not undone. ${failureText(error)}` })
    }
  })
  useShortcuts([{ keys: 'z', label: 'Undo', run: () => void run() }])
  return (
    <Button look="secondary" size="small" isBusy={isBusy} onClick={() => void run()}>
      Undo <Kbd>Z</Kbd>
    </Button>
  )
}
