import { useEffect, useRef, type MouseEvent } from 'react'
import { Kind } from '../ui/kind/kind.tsx'
import type { PaletteLine } from './lines-of.ts'
import { Differing, Marked } from './marked.tsx'
import type { PaletteGroup } from './palette-groups.ts'
import '../ui/lines/lines.css'

type PaletteListProps = {
  id: string
  label: string
  groups: readonly PaletteGroup[]
  active: PaletteLine | undefined
  typed: string
  onMove: (line: PaletteLine) => void
  onOpen: (line: PaletteLine, where: 'here' | 'tab') => void
}

/** The focus stays in the field; which line is chosen is said by its id. */
export function PaletteList({ id, label, groups, active, typed, onMove, onOpen }: PaletteListProps) {
  const lines = groups.flatMap((group) => group.lines)
  const chosen = useRef<HTMLDivElement>(null)
  useEffect(() => {
    chosen.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div id={id} role="listbox" aria-label={label}>
      {groups.map(({ title, lines: own }) => {
        const titleId = `${id}-${title.replaceAll(/\W+/g, '-')}`
        return (
          <div key={title} role="group" aria-labelledby={titleId}>
            <div className="palette__group" id={titleId} role="presentation">
              {title}
            </div>
            {own.map((line) => (
              // The keys are the field's, which has the focus.
              <div
                key={line.key}
                ref={line === active ? chosen : null}
                id={`${id}-${lines.indexOf(line)}`}
                className="palette__item"
                role="option"
                aria-selected={line === active}
                aria-disabled={line.href === null && line.search === undefined}
                onPointerMove={() => line !== active && onMove(line)}
                onClick={(event: MouseEvent) => onOpen(line, event.ctrlKey || event.metaKey ? 'tab' : 'here')}
                onMouseDown={(event) => event.preventDefault()}
                onAuxClick={(event) => event.button === 1 && onOpen(line, 'tab')}
              >
                <Kind icon={line.icon} tint={line.tint} />
                <span className="lines__text">
                  <b>
                    <Marked text={line.title} typed={typed} />
                  </b>
                  <small title={line.small}>
                    <Small line={line} typed={typed} />
                  </small>
                </span>
                <span className="palette__end">{line.end}</span>
              </div>
            ))}
          </div>
        )
      })}
    </div>
  )
}

function Small({ line: { small, differs }, typed }: { line: PaletteLine; typed: string }) {
  if (differs === undefined) return <Marked text={small} typed={typed} />
  const at = small.indexOf(differs)
  if (at === -1) return small
  return (
    <>
      {small.slice(0, at)}
      <Differing text={differs} typed={typed} />
      {small.slice(at + differs.length)}
    </>
  )
}
