import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Modal } from '../../ui/modal/modal.tsx'
import { confirmUnload } from './browser-question.ts'
import { closeGate } from './leaving.ts'
import { takeBackSteps } from './steps.ts'

/**
 * While something is unsaved, asks before the page is left. Inside the portal by a dialog; a tab that is closed or
 * reloaded can only show the browser's own question.
 */
export function LeaveWarning({ isUnsaved }: { isUnsaved: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const leaving = useRef<{ go?: () => void; openGate?: () => void }>({})

  // Sooner than other effects: where a session ends, its way to the log-in must find the gate open.
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
    // Whoever wants to go should not have to wait for the question.
    if (isUnsaved) import('../../ui/modal/modal-dialog.tsx').catch(() => {})
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
