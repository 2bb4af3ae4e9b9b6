import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Modal } from '../modal/modal.tsx'
import { confirmUnload } from './browser-question.ts'
import { closeGate } from './leaving.ts'
import { takeBackSteps } from './steps.ts'

/**
 * Asks before a page with unsaved changes is left. Inside the portal this is a dialog; for a closed or reloaded tab
 * only the browser's own question is possible.
 */
export function LeaveWarning({ isUnsaved }: { isUnsaved: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const leaving = useRef<{ go?: () => void; openGate?: () => void }>({})

  // A layout effect, so that the gate is open before the end of a session redirects to the log-in.
  useLayoutEffect(() => {
    if (!isUnsaved) return
    const hold = (go: () => void) => {
      leaving.current.go = go
      setOpen(true)
    }
    const openGate = closeGate({ hold, hear: takeBackSteps(hold) })
    const stopConfirming = confirmUnload()
    leaving.current.openGate = () => {
      openGate()
      stopConfirming()
    }
    return leaving.current.openGate
  }, [isUnsaved])

  useEffect(() => {
    // Load the dialog early, so that it opens without delay.
    if (isUnsaved) import('../modal/modal-dialog.tsx').catch(() => {})
  }, [isUnsaved])

  return (
    <Modal
      title="Leave this page?"
      isOpen={isOpen}
      onHide={() => setOpen(false)}
      confirmLabel="Leave page"
      onConfirm={() => {
        setOpen(false)
        leaving.current.openGate?.()
        leaving.current.go?.()
      }}
    >
      <p>You have unsaved changes. Are you sure you want to leave?</p>
    </Modal>
  )
}
