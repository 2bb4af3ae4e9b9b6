import { wordDifference } from '#domain/word-difference.ts'

/** A paragraph of a text; beside an earlier version with what is different. */
export function Line({ is = '', was }: { is?: string | undefined; was: string | undefined }) {
  if (was === undefined) return <p>{is}</p>
  const pieces = wordDifference(was, is).map((piece, index) => ({ ...piece, id: `${piece.kind} ${index}` }))
  return (
    <p>
      {pieces.map(({ id, kind, text }) => {
        if (kind === 'same') return text
        return kind === 'added' ? <ins key={id}>{text}</ins> : <del key={id}>{text}</del>
      })}
    </p>
  )
}
