import { useEffect, useEffectEvent, useId, useRef, useState, type ReactNode } from 'react'
import { Alert } from '#web/ui/alert/alert.tsx'
import { Button, IconButton } from '#web/ui/button/button.tsx'
import { ChevronLeftIcon } from '#web/ui/icon/chevron-left.tsx'
import { ChevronRightIcon } from '#web/ui/icon/chevron-right.tsx'
import { DocumentPage } from './document-page.tsx'
import { TurnIcon, ZoomInIcon, ZoomOutIcon } from './icons.tsx'
import { useDocument } from './use-document.ts'
import { usePan, useStageSize } from './use-stage.ts'
import { firstView, scaleOf, turnRight, zoomed, type Size } from './view.ts'
import './document-viewer.css'

type Props = {
  /** Fetches the file. It is kept in memory while it is shown, and nowhere else. */
  load: () => Promise<Blob>
  /** Of the file; another name loads another file. */
  name: string
  /** Above the document; its name unless told. */
  title?: string
  /** What is to be known of it beside its size. */
  detail?: ReactNode
  /** What became of a failure, in words. */
  wordsOf?: (failure: unknown) => string
}

/** A picture or a PDF to look at closely: larger, smaller, turned, page by page. There is nothing to download. */
export function DocumentViewer({ load, name, title = name, detail, wordsOf }: Props) {
  const { state, retry } = useDocument(load, name)
  const [view, setView] = useState(firstView)
  const [pageNumber, setPageNumber] = useState(1)
  const [size, setSize] = useState<Size | null>(null)
  const stage = useRef<HTMLDivElement>(null)
  const stageSize = useStageSize(stage)
  const panning = usePan(stage)
  const headingId = useId()
  const scale = size ? scaleOf(view, size, stageSize) : 1
  const pageCount =
    state.status === 'open' && state.opened.kind === 'pdf' ? state.opened.document.pageCount : 1

  useEffect(() => {
    setView(firstView)
    setPageNumber(1)
    setSize(null)
  }, [name])

  const acts: Record<string, () => void> = {
    '+': () => setView(zoomed(view, scale, 'in')),
    '-': () => setView(zoomed(view, scale, 'out')),
    o: () => setView(turnRight(view)),
    f: () => setView(firstView),
    PageDown: () => setPageNumber(Math.min(pageCount, pageNumber + 1)),
    PageUp: () => setPageNumber(Math.max(1, pageNumber - 1)),
  }
  useKeys(acts)

  return (
    <section className="card card--flush viewer" aria-labelledby={headingId}>
      <div className="viewer__bar">
        <h2 id={headingId} className="viewer__title">
          {title}
        </h2>
        <span className="viewer__detail num">
          {[state.status === 'open' && `${name} · ${sizeInWords(state.bytes)}`, detail]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <span className="viewer__tools">
          {pageCount > 1 && (
            <>
              <IconButton icon={ChevronLeftIcon} label="Page before" size="small" onClick={acts['PageUp']} />
              <span className="viewer__zoom" aria-live="polite">
                {pageNumber} of {pageCount}
              </span>
              <IconButton icon={ChevronRightIcon} label="Next page" size="small" onClick={acts['PageDown']} />
            </>
          )}
          <IconButton icon={ZoomOutIcon} label="Smaller" size="small" onClick={acts['-']} />
          <span className="viewer__zoom" aria-live="polite">
            {Math.round(scale * 100)}%
          </span>
          <IconButton icon={ZoomInIcon} label="Larger" size="small" onClick={acts['+']} />
          <IconButton icon={TurnIcon} label="Turn to the right" size="small" onClick={acts['o']} />
          <Button look="borderless" size="small" onClick={acts['f']}>
            Fit
          </Button>
        </span>
      </div>
      {/* A scrollable region has to be reachable by keyboard: the arrow keys move it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div
        ref={stage}
        className="viewer__stage"
        tabIndex={0}
        role="group"
        aria-label={`${title}, scrollable`}
        {...panning}
      >
        {state.status === 'loading' && <p className="viewer__wait">Loading {name} …</p>}
        {state.status === 'failed' && (
          <Alert
            variant="error"
            title="This file cannot be shown"
            action={
              <Button look="secondary" size="small" onClick={retry}>
                Try again
              </Button>
            }
          >
            {wordsOf?.(state.failure) ?? 'It did not arrive, or it is damaged. Nothing was changed.'}
          </Alert>
        )}
        {state.status === 'open' && (
          <DocumentPage
            opened={state.opened}
            name={name}
            pageNumber={pageNumber}
            scale={scale}
            turn={view.turn}
            onSize={setSize}
          />
        )}
      </div>
    </section>
  )
}

/** Letters do nothing while somebody types, or holds a key of the browser's own. */
function useKeys(acts: Record<string, () => void>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isTyping =
      event.target instanceof Element &&
      event.target.closest(
        'input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable], dialog, [role=dialog]',
      )
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    const act = acts[event.key === '=' ? '+' : event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

function sizeInWords(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} KB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`
}
