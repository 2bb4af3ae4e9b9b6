import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react'
import { onToastsChange, shownToasts, type Toast } from './toast.ts'

type Stack = ComponentType<{ toasts: readonly Toast[] }>

/** Rendered once in the portal. The code for toasts loads with the first one. */
export function Toasts() {
  const toasts = useSyncExternalStore(onToastsChange, shownToasts, shownToasts)
  const isNeeded = toasts.length > 0
  const [Stack, setStack] = useState<Stack>()
  useEffect(() => {
    if (isNeeded) void import('./toast-stack.tsx').then((module) => setStack(() => module.ToastStack))
  }, [isNeeded])
  return Stack && <Stack toasts={toasts} />
}
