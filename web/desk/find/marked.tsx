import { Fragment } from 'react'

/** A text with what was typed marked in it. */
export function Marked({ text, typed }: { text: string; typed: string }) {
  const words = typed.trim().split(/\s+/).filter(Boolean)
  if (words.length === 0) return text
  const pattern = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|')
  // With a group in the pattern every second part is what it found.
  const parts = text.split(new RegExp(`(${pattern})`, 'gi'))
  return parts.map((part, index) =>
    index % 2 === 1 ? <mark key={index}>{part}</mark> : <Fragment key={index}>{part}</Fragment>,
  )
}

const isDigit = (character: string) => /\d/.test(character)

/** A number with the digits marked that differ from those that were typed. */
export function Differing({ text, typed }: { text: string; typed: string }) {
  const [mine, theirs] = [Array.from(text).filter(isDigit), Array.from(typed).filter(isDigit)]
  const first = mine.findIndex((digit, at) => digit !== theirs[at])
  if (first === -1) return text
  const fromEnd = mine.toReversed().findIndex((digit, at) => digit !== theirs.at(-1 - at))
  const last = Math.max(first, mine.length - 1 - Math.max(fromEnd, 0))
  const positions = Array.from(text).flatMap((character, at) => (isDigit(character) ? [at] : []))
  const [from, to] = [positions[first] ?? 0, (positions[last] ?? text.length - 1) + 1]
  return (
    <>
      {text.slice(0, from)}
      <mark>{text.slice(from, to)}</mark>
      {text.slice(to)}
    </>
  )
}
