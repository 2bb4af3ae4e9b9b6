import { createElement, Fragment, type ReactNode } from 'react'
import { piecesOf } from '#domain/texts.ts'

/** One of our texts with its values filled in: "Until {notice} before it is due." */
export function Filled({ text, values }: { text: string; values: Record<string, ReactNode> }) {
  // Spread, because pieces have no keys of their own and never change places.
  return createElement(Fragment, null, ...piecesOf(text).map(({ words, name = '' }) => words ?? values[name]))
}
