import { useEffect, useEffectEvent } from 'react'
import { newStore } from './store.ts'

/** `j`, `ctrl+enter`, `g t` (one after the other). Letters work only while no field has the focus. */
type Shortcut = { keys: string; label: string; run: () => void; isOff?: boolean }

type Layer = { shortcuts: () => readonly Shortcut[]; isModal: boolean }

const layers = newStore<readonly Layer[]>([])
let begun: { key: string; at: number } | undefined
const sequenceMs = 1_500

/** The keys of a page or, with `isModal`, of something that lies over the page and holds back its keys. */
export function useShortcuts(shortcuts: readonly Shortcut[], { isModal = false } = {}): void {
  const current = useEffectEvent(() => shortcuts)
  useEffect(() => {
    const layer: Layer = { shortcuts: () => current(), isModal }
    layers.set([...layers.get(), layer])
    return () => layers.set(layers.get().filter((each) => each !== layer))
  }, [isModal])
}

/** J and K go through a list of things. */
export const stepKeys = (thing: string, step: (by: 1 | -1) => void): Shortcut[] => [
  { keys: 'j', label: `Next ${thing}`, run: () => step(1) },
  { keys: 'k', label: `Previous ${thing}`, run: () => step(-1) },
]

/** For the list of keys: those that work now. */
export function useShortcutList(): readonly Shortcut[] {
  return working(layers.use())
}

/** Those of the uppermost layer first, down to the first that lies over all others. */
function working(all: readonly Layer[]): Shortcut[] {
  const upper = all.findLastIndex(({ isModal }) => isModal)
  const active = all.slice(Math.max(upper, 0)).toReversed()
  return active.flatMap((layer) => layer.shortcuts().filter(({ isOff }) => !isOff))
}

export function followKeys(): () => void {
  document.addEventListener('keydown', onKey)
  return () => document.removeEventListener('keydown', onKey)
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return
  const pressed = nameOf(event)
  if (isTyping(event) && !pressed.includes('+')) return
  const before = begun && event.timeStamp - begun.at < sequenceMs ? begun.key : undefined
  begun = undefined
  const shortcuts = working(layers.get())
  const shortcut =
    shortcuts.find(({ keys }) => before !== undefined && keys === `${before} ${pressed}`) ??
    shortcuts.find(({ keys }) => keys === pressed)
  if (shortcut) {
    event.preventDefault()
    shortcut.run()
  } else if (shortcuts.some(({ keys }) => keys.startsWith(`${pressed} `)))
    begun = { key: pressed, at: event.timeStamp }
}

function nameOf(event: KeyboardEvent): string {
  const key = event.key.toLowerCase()
  const isHeld = event.ctrlKey || event.metaKey
  return isHeld ? `ctrl+${key}` : event.altKey ? `alt+${key}` : key
}

const textless = new Set(['checkbox', 'radio', 'button', 'submit', 'range', 'file'])

/** Enter and the arrows belong to the control that has the focus, whatever it is. */
function isTyping({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (
    target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  )
    return true
  if (target instanceof HTMLInputElement) return !textless.has(target.type)
  const isControl =
    target.closest('button, a, summary, [role="menu"], [role="listbox"], [role="tab"]') !== null
  return isControl && (key === 'Enter' || key === ' ')
}
