import { useLocation } from 'wouter'
import { Button } from '../../ui/button/button.tsx'
import { TrashIcon } from '../../ui/icon/trash.tsx'
import { Modal } from '../../ui/modal/modal.tsx'
import { useModal } from '../../ui/modal/use-modal.ts'
import { call } from '../api/call.ts'
import { useMessages } from '../api/queries.ts'
import { counted } from '../parts/time.ts'

export function ClearInbox() {
  const [, navigate] = useLocation()
  const count = useMessages().data?.messages.length ?? 0
  const question = useModal()
  async function clear() {
    await call('DELETE', '/messages')
    navigate('/inbox', { replace: true })
  }
  return (
    <>
      <Button look="secondary" size="small" icon={TrashIcon} disabled={count === 0} onClick={question.show}>
        Clear inbox
      </Button>
      <Modal
        isOpen={question.isOpen}
        onHide={question.hide}
        title={`Delete ${counted(count, 'message')}?`}
        confirmLabel="Delete"
        isDanger
        onConfirm={clear}
        closeOnConfirm
      >
        <p>They are deleted for everybody who uses this sandbox, and cannot be brought back.</p>
      </Modal>
    </>
  )
}
