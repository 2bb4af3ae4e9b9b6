import { useEffect, useState } from 'react'
import { Button, IconButton } from '../../../ui/button/button.tsx'
import { CheckIcon } from '../../../ui/icon/check.tsx'
import { CloseIcon } from '../../../ui/icon/close.tsx'
import { ErrorIcon } from '../../../ui/icon/error.tsx'
import { useAction } from '../../foundation/use-action.ts'
import { useShortcuts } from '../../foundation/shortcuts.ts'
import { Kbd } from '../keys/keys.tsx'
import { dismiss, useShownToast, type DeskToast } from '../../foundation/toast.ts'
import '../../../ui/toast/toast.css'
import './toasts.css'

const shownMs = { plain: 6_000, undoable: 20_000 }

/** Announced politely, and never in the way of the focus. */
export function Toasts() {
  const toast = useShownToast()
  return (
    <div className="toasts desktoasts" role="status">
      {toast && <Done key={toast.id} toast={toast} />}
    </div>
  )
}

function Done({ toast: { id, text, undo } }: { toast: DeskToast }) {
  const [isHeld, setHeld] = useState(false)
  const { run, isBusy, failure } = useAction(async () => {
    await undo?.()
    dismiss(id)
  })
  useShortcuts(undo ? [{ keys: 'z', label: 'Undo', run: () => void run() }] : [])
  useEffect(() => {
    if (isHeld || isBusy || failure !== undefined) return undefined
    const timer = setTimeout(() => dismiss(id), undo ? shownMs.undoable : shownMs.plain)
    return () => clearTimeout(timer)
  }, [id, undo, isHeld, isBusy, failure])
  return (
    <div
      className={failure === undefined ? 'toast' : 'toast toast--error'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className="toast__mark">{failure === undefined ? <CheckIcon /> : <ErrorIcon />}</span>
      <p>{failure === undefined ? text : `It was not undone. ${failure}`}</p>
      {undo && failure === undefined && (
        <Button look="secondary" size="small" isBusy={isBusy} onClick={() => void run()}>
          Undo <Kbd>Z</Kbd>
        </Button>
      )}
      <IconButton icon={CloseIcon} label="Dismiss" size="small" onClick={() => dismiss(id)} />
    </div>
  )
}
