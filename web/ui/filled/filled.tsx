import { Fragment, type ReactNode } from 'react'
import { piecesOf } from '#domain/texts.ts'

/** One of our texts with its values filled in: "Until {notice} before it is due." */
export function Filled({ text, values }: { text: string; values: Record<string, ReactNode> }) {
  return piecesOf(text).map(({ words, name = '' }, index) => (
    <Fragment key={`${index} ${name}`}>{words ?? values[name]}</Fragment>
  ))
}
