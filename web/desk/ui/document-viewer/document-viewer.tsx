import { useId, useRef, useState } from 'react'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button, IconButton } from '../../../ui/button/button.tsx'
import { ChevronLeftIcon } from '../../../ui/icon/chevron-left.tsx'
import { ChevronRightIcon } from '../../../ui/icon/chevron-right.tsx'
import { CloseIcon } from '../../../ui/icon/close.tsx'
import { useShortcuts } from '../../foundation/shortcuts.ts'
import { RotateIcon } from '../icon/rotate.tsx'
import { ZoomInIcon } from '../icon/zoom-in.tsx'
import { ZoomOutIcon } from '../icon/zoom-out.tsx'
import { DocumentPage } from './document-page.tsx'
import { useDocument } from './use-document.ts'
import { usePan, useStageSize } from './use-stage.ts'
import { firstView, scaleOf, turnRight, zoomed, type Size } from './view.ts'
import './document-viewer.css'

export type DocumentViewerProps = {
  /** Fetches the file. It is kept in memory while it is shown, and nowhere else. */
  load: () => Promise<Blob>
  /** Of the file; another name loads another file. */
  name: string
  /** Above the document; its name unless told. */
  title?: string
  /** What became of a failure, in words. */
  wordsOf?: (failure: unknown) => string
  /** It lies over the page, and holds back the keys of the page. */
  isModal?: boolean
  onClose?: () => void
}

/** A picture or a PDF to look at closely: larger, smaller, turned, page by page. There is nothing to download. */
export function DocumentViewer(props: DocumentViewerProps) {
  const [attempt, setAttempt] = useState(0)
  return (
    <Viewer key={`${props.name} ${attempt}`} {...props} onRetry={() => setAttempt((count) => count + 1)} />
  )
}

function Viewer({
  load,
  name,
  title = name,
  wordsOf,
  isModal = false,
  onClose,
  onRetry,
}: DocumentViewerProps & { onRetry: () => void }) {
  const state = useDocument(load)
  const [view, setView] = useState(firstView)
  const [pageNumber, setPageNumber] = useState(1)
  const [size, setSize] = useState<Size | null>(null)
  const stage = useRef<HTMLDivElement>(null)
  const stageSize = useStageSize(stage)
  const panning = usePan()
  const headingId = useId()
  const scale = size ? scaleOf(view, size, stageSize) : 1
  const pageCount =
    state.status === 'open' && state.opened.kind === 'pdf' ? state.opened.document.pageCount : 1

  const larger = () => setView(zoomed(view, scale, 'in'))
  const smaller = () => setView(zoomed(view, scale, 'out'))
  const turn = () => setView(turnRight(view))
  const fit = () => setView(firstView)
  const pageDown = () => setPageNumber(Math.min(pageCount, pageNumber + 1))
  const pageUp = () => setPageNumber(Math.max(1, pageNumber - 1))
  useShortcuts(
    [
      { keys: '+', label: 'Larger', run: larger },
      // The same key without Shift.
      { keys: '=', label: 'Larger', run: larger },
      { keys: '-', label: 'Smaller', run: smaller },
      { keys: 'o', label: 'Turn to the right', run: turn },
      { keys: 'f', label: 'Fit', run: fit },
      { keys: 'pagedown', label: 'Next page', run: pageDown, isOff: pageCount < 2 },
      { keys: 'pageup', label: 'Page before', run: pageUp, isOff: pageCount < 2 },
    ],
    { isModal },
  )

  return (
    <section className="card card--flush viewer" aria-labelledby={headingId}>
      <div className="viewer__bar">
        <h2 id={headingId} className="viewer__title">
          {title}
        </h2>
        <span className="viewer__detail num">
          {state.status === 'open' && `${name} · ${sizeInWords(state.bytes)}`}
        </span>
        <span className="viewer__tools">
          {pageCount > 1 && (
            <>
              <IconButton icon={ChevronLeftIcon} label="Page before" size="small" onClick={pageUp} />
              <span className="viewer__zoom" aria-live="polite">
                {pageNumber} of {pageCount}
              </span>
              <IconButton icon={ChevronRightIcon} label="Next page" size="small" onClick={pageDown} />
            </>
          )}
          <IconButton icon={ZoomOutIcon} label="Smaller" size="small" onClick={smaller} />
          <span className="viewer__zoom" aria-live="polite">
            {Math.round(scale * 100)}%
          </span>
          <IconButton icon={ZoomInIcon} label="Larger" size="small" onClick={larger} />
          <IconButton icon={RotateIcon} label="Turn to the right" size="small" onClick={turn} />
          <Button look="borderless" size="small" onClick={fit}>
            Fit
          </Button>
          {onClose && <IconButton icon={CloseIcon} label="Close" size="small" onClick={onClose} />}
        </span>
      </div>
      <div
        ref={stage}
        className="viewer__stage"
        // A region that scrolls has to be reached by keyboard: the arrow keys move it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="group"
        aria-label={`${title}, scrollable`}
        {...panning}
      >
        {state.status === 'loading' && <p className="muted">Loading {name} …</p>}
        {state.status === 'failed' && (
          <Alert
            variant="error"
            title="This file cannot be shown"
            action={
              <Button look="secondary" size="small" onClick={onRetry}>
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

export function sizeInWords(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} KB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`
}
