import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { CheckIcon } from '../icon/check.tsx'
import { ChevronDownIcon } from '../icon/chevron-down.tsx'
import type { Icon } from '../icon/icon.tsx'
import { optionsToOffer, selectedLabel, type SwitchableContext } from './switchable-context.ts'
import './context-switcher.css'

/** The switcher on wide screens: a button with a menu. */
export function ContextMenu({ context, icon: Badge }: { context: SwitchableContext; icon: Icon }) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const menu = useRef<HTMLDivElement>(null)

  // A layout effect, so that the menu has the focus when it appears.
  useLayoutEffect(() => {
    if (!isOpen) return
    menu.current?.querySelector<HTMLElement>('[aria-checked="true"]')?.focus()
    const closeOutside = (event: PointerEvent) => {
      if (!frame.current?.contains(event.target as Node)) setOpen(false)
    }
    addEventListener('pointerdown', closeOutside)
    return () => removeEventListener('pointerdown', closeOutside)
  }, [isOpen])

  function close() {
    setOpen(false)
    button.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') close()
    else if (event.key === 'Tab') setOpen(false)
    else if (moveFocus(menu.current, event.key)) event.preventDefault()
  }

  const options = optionsToOffer(context)
  if (!options) return null
  return (
    <div className="ctx" ref={frame}>
      <button
        type="button"
        className="ctx__btn"
        ref={button}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        <span className="ctx__badge">
          <Badge />
        </span>
        <span>{selectedLabel(context)}</span>
        <ChevronDownIcon size="small" />
      </button>
      {isOpen && (
        <div
          className="menu"
          role="menu"
          aria-label={`Select ${context.name}`}
          tabIndex={-1}
          ref={menu}
          onKeyDown={onKeyDown}
        >
          {options.map((option) => (
            <button
              key={option.value}
              type="button"
              className="menu__item"
              role="menuitemradio"
              aria-checked={option.value === context.selected}
              tabIndex={-1}
              onClick={() => {
                close()
                context.onSwitch(option.value)
              }}
            >
              <span>{option.label}</span>
              {option.value === context.selected && <CheckIcon />}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

/** False for a key that does not move within the menu. */
function moveFocus(menu: HTMLElement | null, key: string): boolean {
  const items = [...(menu?.querySelectorAll<HTMLElement>('[role="menuitemradio"]') ?? [])]
  const at = items.findIndex((item) => item === document.activeElement)
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[key]
  if (next === undefined) return false
  items.at(next % items.length)?.focus()
  return true
}
