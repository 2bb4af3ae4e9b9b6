import { showOnlyToast } from '../../ui/toast/toast.ts'

/** What was done. The newest replaces the one before: only the last thing done is undone by a key. */
export function showDone(text: string, undo?: () => Promise<void>): void {
  showOnlyToast({ variant: 'success', text, undo })
}
