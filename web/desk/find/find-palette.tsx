import { Dialog } from '../ui/dialog/dialog.tsx'

export function FindPalette({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Find" onClose={onClose}>
      <p />
    </Dialog>
  )
}
