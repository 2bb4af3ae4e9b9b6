import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useLocation } from 'wouter'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import { SearchIcon } from '../../ui/icon/search.tsx'
import { failureText } from '../foundation/failure.ts'
import { useShortcuts } from '../foundation/shortcuts.ts'
import { useDialog } from '../ui/dialog/use-dialog.ts'
import { Kbd, Keys } from '../ui/keys/keys.tsx'
import type { PaletteLine } from './lines-of.ts'
import { PaletteList } from './palette-list.tsx'
import { foundCount } from './palette-groups.ts'
import { findNow, useFind } from './use-find.ts'
import './palette.css'

const placeholder = 'Name, e-mail, mobile, LW id, BPAY reference, last four digits'

/** Finds a family, a payment, a school by what somebody says of it, over whatever page is open. */
export function FindPalette({ onClose }: { onClose: () => void }) {
  const listId = useId()
  const dialog = useDialog(onClose)
  const field = useRef<HTMLInputElement>(null)
  const [, navigate] = useLocation()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const search = useFind(text)
  const lines = search.groups.flatMap((group) => group.lines)
  const chosen = lines[Math.min(active, lines.length - 1)]
  useShortcuts([], { isModal: true })

  function type(next: string): void {
    setText(next)
    setActive(0)
  }

  function open(line: PaletteLine | undefined, where: 'here' | 'tab'): void {
    if (line?.search !== undefined) {
      type(line.search)
      field.current?.focus()
    } else if (line?.href && where === 'tab') window.open(`/desk${line.href}`, '_blank', 'noopener')
    else if (line?.href) {
      navigate(line.href)
      onClose()
    }
  }

  /** Enter was pressed before the reply had come. Typing on, or closing the palette, takes it back. */
  async function openFirst(where: 'here' | 'tab'): Promise<void> {
    const [first] = await findNow(text).catch(() => [])
    if (field.current?.value === text) open(first?.lines[0], where)
  }

  const close = useEffectEvent(onClose)
  useEffect(() => {
    const shown = dialog.current
    // What lies around the palette belongs to the dialog too.
    const onPress = (event: Event) => event.target === shown && close()
    shown?.addEventListener('click', onPress)
    return () => shown?.removeEventListener('click', onPress)
  }, [dialog])

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && lines.length > 0) {
      event.preventDefault()
      setActive((Math.min(active, lines.length - 1) + step + lines.length) % lines.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const where = event.ctrlKey || event.metaKey ? 'tab' : 'here'
      if (search.isCurrent) open(chosen, where)
      else void openFirst(where)
    }
  }

  return (
    <dialog className="palette" ref={dialog} aria-label="Find">
      <div className="palette__field">
        <SearchIcon />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-expanded={lines.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={chosen && `${listId}-${lines.indexOf(chosen)}`}
          aria-label="Find a family, payment, school or reference"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={100}
          placeholder={placeholder}
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <button type="button" className="palette__close" onClick={onClose}>
          <Kbd>Esc</Kbd>
          <span className="sr"> closes</span>
        </button>
      </div>
      <div className="palette__list">
        {search.error !== null && search.error !== undefined && (
          <Alert
            variant="error"
            title="The search failed"
            action={
              <Button size="small" look="secondary" onClick={search.retry}>
                Retry
              </Button>
            }
          >
            {failureText(search.error)}
          </Alert>
        )}
        {search.result?.nothing && (
          <div className="palette__nothing">
            <b>{search.result.nothing.title}</b>
            <span className="muted">{search.result.nothing.reason}</span>
          </div>
        )}
        <PaletteList
          id={listId}
          label={search.isSearching ? 'Found' : 'Recent'}
          groups={search.groups}
          active={chosen}
          typed={search.isSearching ? text : ''}
          onMove={(line) => setActive(lines.indexOf(line))}
          onOpen={open}
        />
      </div>
      <div className="palette__foot">
        <Keys
          keys={[
            [['↑', '↓'], 'move'],
            [['Enter'], 'open'],
            [['Ctrl Enter'], 'new tab'],
          ]}
        />
        <span className="xs muted" role="status">
          {footText(search)}
        </span>
      </div>
    </dialog>
  )
}

function footText({ isSearching, isCurrent, result, seconds }: ReturnType<typeof useFind>): string {
  if (!isSearching) return 'Your searches are recorded'
  if (!isCurrent || !result) return 'Searching …'
  if (result.groups.length === 0 && result.close.length === 0) return 'Nothing found'
  const taken = seconds === null ? '' : ` in ${Math.max(seconds, 0.1).toFixed(1)} s`
  return `${foundCount(result)}${taken}`
}
