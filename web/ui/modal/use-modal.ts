import { useCallback, useState } from 'react'

/** Shows and hides a modal: `<Modal isOpen={removal.isOpen} onHide={removal.hide} …>`. */
export function useModal(): { isOpen: boolean; show: () => void; hide: () => void } {
  const [isOpen, setOpen] = useState(false)
  const show = useCallback(() => setOpen(true), [])
  const hide = useCallback(() => setOpen(false), [])
  return { isOpen, show, hide }
}

/** A modal about one of several things. `count`, as its key, makes each opening a fresh one. */
export function useModalAbout<Subject>() {
  const [opening, set] = useState<{
    count: number
    isOpen: boolean
    /** Stays while the dialog fades out; absent before its first opening. */
    subject?: Subject
  }>({ count: 0, isOpen: false })
  return {
    ...opening,
    show: (subject: Subject) => set(({ count }) => ({ count: count + 1, isOpen: true, subject })),
    hide: () => set((before) => ({ ...before, isOpen: false })),
  }
}

export type ModalAbout<Subject> = ReturnType<typeof useModalAbout<Subject>>
