import { useEffect, useEffectEvent, useState } from 'react'
import { openPdf, type PdfDocument } from './pdf-document.ts'
import type { Size } from './view.ts'

export type OpenDocument = { kind: 'image'; url: string; size: Size } | { kind: 'pdf'; document: PdfDocument }

type DocumentState =
  | { status: 'loading' }
  | { status: 'failed'; failure: unknown }
  | { status: 'open'; opened: OpenDocument; bytes: number }

/** Fetches a file into memory, once, and lets go of it with what shows it. */
export function useDocument(load: () => Promise<Blob>): DocumentState {
  const [state, setState] = useState<DocumentState>({ status: 'loading' })
  const fetchFile = useEffectEvent(load)
  useEffect(() => {
    let isGone = false
    let opened: OpenDocument | undefined
    const open = async () => {
      const file = await fetchFile()
      const viewed = await openFile(file)
      if (isGone) return close(viewed)
      opened = viewed
      setState({ status: 'open', opened, bytes: file.size })
    }
    open().catch((failure: unknown) => {
      if (!isGone) setState({ status: 'failed', failure })
    })
    return () => {
      isGone = true
      if (opened) close(opened)
    }
  }, [])
  return state
}

async function openFile(file: Blob): Promise<OpenDocument> {
  if (file.type === 'application/pdf') return { kind: 'pdf', document: await openPdf(file) }
  const url = URL.createObjectURL(file)
  try {
    return { kind: 'image', url, size: await sizeOf(url) }
  } catch (failure) {
    URL.revokeObjectURL(url)
    throw failure
  }
}

async function sizeOf(url: string): Promise<Size> {
  const image = new Image()
  image.src = url
  await image.decode()
  return { width: image.naturalWidth, height: image.naturalHeight }
}

function close(opened: OpenDocument): void {
  if (opened.kind === 'image') URL.revokeObjectURL(opened.url)
  else opened.document.close()
}
