import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PdfDocument, PdfPage } from './pdf-document.ts'
import type { OpenDocument } from './use-document.ts'
import { boxOf, type Size, type Turn } from './view.ts'

type Shown = { name: string; scale: number; turn: Turn; onSize: (size: Size) => void }

export function DocumentPage({
  opened,
  pageNumber,
  ...shown
}: Shown & { opened: OpenDocument; pageNumber: number }) {
  return opened.kind === 'image' ? (
    <Picture url={opened.url} size={opened.size} {...shown} />
  ) : (
    <Page key={pageNumber} document={opened.document} number={pageNumber} {...shown} />
  )
}

function Picture({ url, size, name, scale, turn, onSize }: Shown & { url: string; size: Size }) {
  const tellSize = useEffectEvent(onSize)
  useEffect(() => tellSize(size), [size])
  const box = boxOf(size, turn)
  return (
    <div className="viewer__page" style={{ width: box.width * scale, height: box.height * scale }}>
      <img
        src={url}
        alt={`Copy: ${name}`}
        draggable={false}
        style={{
          width: size.width * scale,
          height: size.height * scale,
          transform: `translate(-50%, -50%) rotate(${turn}deg)`,
        }}
      />
    </div>
  )
}

function Page({
  document,
  number,
  name,
  scale,
  turn,
  onSize,
}: Shown & { document: PdfDocument; number: number }) {
  const [page, setPage] = useState<PdfPage | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const canvas = useRef<HTMLCanvasElement>(null)
  const show = useEffectEvent((found: PdfPage) => {
    setPage(found)
    onSize({ width: found.width, height: found.height })
  })
  useEffect(() => {
    let isGone = false
    document.page(number).then(
      (found) => {
        if (!isGone) show(found)
      },
      () => {
        if (!isGone) setHasFailed(true)
      },
    )
    return () => {
      isGone = true
    }
  }, [document, number])

  useEffect(() => {
    if (!page || !canvas.current) return
    let isGone = false
    const drawing = page.draw(canvas.current, scale, turn)
    drawing.done.catch(() => {
      if (!isGone) setHasFailed(true)
    })
    return () => {
      isGone = true
      drawing.cancel()
    }
  }, [page, scale, turn])

  if (hasFailed) return <p className="muted">Page {number} cannot be drawn. The file may be damaged.</p>
  const box = page ? boxOf(page, turn) : { width: 0, height: 0 }
  return (
    <canvas
      // A canvas is drawn on by one page at a time.
      key={`${number} ${turn} ${scale}`}
      ref={canvas}
      className="viewer__sheet"
      role="img"
      aria-label={`${name}, page ${number}`}
      style={{ width: box.width * scale, height: box.height * scale }}
    />
  )
}
