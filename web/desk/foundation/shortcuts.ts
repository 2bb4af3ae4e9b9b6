import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/** `j`, `ctrl+enter`, `g t` (one after the other). Letters work only while no field has the focus. */
export type Shortcut = { keys: string; label: string; run: () => void; isOff?: boolean }

type Layer = { shortcuts: () => readonly Shortcut[]; isModal: boolean }

let layers: readonly Layer[] = []
const listeners = new Set<() => void>()
let begun: { key: string; at: number } | undefined
const sequenceMs = 1_500

function setLayers(next: readonly Layer[]): void {
  layers = next
  for (const listener of listeners) listener()
}

/** The keys of a page or, with `isModal`, of something that lies over the page and holds back its keys. */
export function useShortcuts(shortcuts: readonly Shortcut[], { isModal = false } = {}): void {
  const current = useEffectEvent(() => shortcuts)
  useEffect(() => {
    const layer: Layer = { shortcuts: () => current(), isModal }
    setLayers([...layers, layer])
    return () => setLayers(layers.filter((each) => each !== layer))
  }, [isModal])
}

/** For the list of keys: those that work now. */
export function useShortcutList(): readonly Shortcut[] {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => layers,
  )
  return active(shown).flatMap((layer) => layer.shortcuts().filter(({ isOff }) => !isOff))
}

/** The uppermost first, down to the first that lies over all others. */
function active(all: readonly Layer[]): Layer[] {
  const upper = all.findLastIndex(({ isModal }) => isModal)
  return all.slice(Math.max(upper, 0)).toReversed()
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
  const shortcuts = active(layers).flatMap((layer) => layer.shortcuts().filter(({ isOff }) => !isOff))
  const found =
    shortcuts.find(({ keys }) => before !== undefined && keys === `${before} ${pressed}`) ??
    shortcuts.find(({ keys }) => keys === pressed)
  if (found) {
    event.preventDefault()
    found.run()
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
