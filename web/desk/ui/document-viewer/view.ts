/** How a document lies on the stage: how large, and how far it is turned. */
export type View = { zoom: number | 'fit'; turn: Turn }
export type Turn = 0 | 90 | 180 | 270
export type Size = { width: number; height: number }

export const firstView: View = { zoom: 'fit', turn: 0 }

/** What the two buttons step through, in percent. */
const steps = [25, 50, 75, 100, 120, 150, 200, 300, 400]

const turned: Record<Turn, Turn> = { 0: 90, 90: 180, 180: 270, 270: 0 }

export function turnRight(view: View): View {
  return { ...view, turn: turned[view.turn] }
}

/** The box that a document takes up once it is turned. */
export function boxOf({ width, height }: Size, turn: Turn): Size {
  return turn === 90 || turn === 270 ? { width: height, height: width } : { width, height }
}

/** Never larger than it is: a small picture that is blown up shows no more. */
export function fitScale(document: Size, stage: Size, turn: Turn): number {
  const box = boxOf(document, turn)
  if (box.width <= 0 || box.height <= 0 || stage.width <= 0 || stage.height <= 0) return 1
  return Math.min(1, stage.width / box.width, stage.height / box.height)
}

export function scaleOf(view: View, document: Size, stage: Size): number {
  return view.zoom === 'fit' ? fitScale(document, stage, view.turn) : view.zoom
}

/** The next step from where it is now, which after a fit may lie between two. */
export function zoomed(view: View, scale: number, way: 'in' | 'out'): View {
  const percent = Math.round(scale * 100)
  const next =
    way === 'in' ? steps.find((step) => step > percent) : steps.toReversed().find((step) => step < percent)
  return next === undefined ? view : { ...view, zoom: next / 100 }
}

/** More pixels than this and a browser draws nothing at all. */
const mostPixels = 16_000_000

/** How many pixels of the canvas make one of the page. */
export function sharpness({ width, height }: Size, devicePixelRatio: number): number {
  return Math.min(Math.max(1, devicePixelRatio), Math.sqrt(mostPixels / Math.max(1, width * height)))
}
