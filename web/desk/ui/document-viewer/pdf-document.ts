import type { PDFDocumentProxy } from 'pdfjs-dist'
import { sharpness, type Size, type Turn } from './view.ts'

/** Points are 1/72 of an inch, pixels of CSS 1/96. */
const pixelsPerPoint = 96 / 72

export type PdfPage = Size & {
  /** Draws it; resolves once it is drawn. A drawing that is overtaken by another one is given up. */
  draw(canvas: HTMLCanvasElement, scale: number, turn: Turn): Drawing
}
type Drawing = { done: Promise<void>; cancel(): void }
export type PdfDocument = { pageCount: number; page(number: number): Promise<PdfPage>; close(): void }

/** The library is large: it is loaded with the first PDF, and its worker comes from our own origin. */
async function loadLibrary() {
  const [library, worker] = await Promise.all([
    import('pdfjs-dist'),
    import('pdfjs-dist/build/pdf.worker.min.mjs?url'),
  ])
  library.GlobalWorkerOptions.workerSrc = worker.default
  return library
}

export async function openPdf(file: Blob): Promise<PdfDocument> {
  const [library, data] = await Promise.all([loadLibrary(), file.arrayBuffer()])
  const loading = library.getDocument({
    data,
    // Our Content-Security-Policy lets no WebAssembly run: decoders of scans are plain script, see the build.
    useWasm: false,
    wasmUrl: `/desk/assets/pdf-${library.version}/`,
    // A form in a document, and what it would run, is of no use here.
    enableXfa: false,
    verbosity: library.VerbosityLevel.ERRORS,
  })
  const document = await loading.promise
  return {
    pageCount: document.numPages,
    page: (number) => pageOf(document, number, library.AnnotationMode.DISABLE),
    close: () => void loading.destroy(),
  }
}

async function pageOf(document: PDFDocumentProxy, number: number, annotationMode: number): Promise<PdfPage> {
  const page = await document.getPage(number)
  const { width, height } = page.getViewport({ scale: pixelsPerPoint })
  return {
    width,
    height,
    draw(canvas, scale, turn) {
      const rotation = (page.rotate + turn) % 360
      const shown = page.getViewport({ scale: scale * pixelsPerPoint, rotation })
      const pixels = sharpness(shown, window.devicePixelRatio)
      canvas.width = Math.floor(shown.width * pixels)
      canvas.height = Math.floor(shown.height * pixels)
      const task = page.render({
        canvas,
        viewport: shown,
        transform: [pixels, 0, 0, pixels, 0, 0],
        annotationMode,
      })
      return { done: task.promise, cancel: () => task.cancel() }
    },
  }
}
