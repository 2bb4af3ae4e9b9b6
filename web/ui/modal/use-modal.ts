import { useCallback, useState } from 'react'

/** Shows and hides a modal: `<Modal isOpen={removal.isOpen} onHide={removal.hide} …>`. */
export function useModal(): { isOpen: boolean; show: () => void; hide: () => void } {
  const [isOpen, setOpen] = useState(false)
  const show = useCallback(() => setOpen(true), [])
  const hide = useCallback(() => setOpen(false), [])
  return { isOpen, show, hide }
}
