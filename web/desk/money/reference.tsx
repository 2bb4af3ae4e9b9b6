/** "3104 2041 8872": in groups of four, as people read it aloud. */
export const spacedReference = (reference: string): string => reference.replace(/(.{4})(?=.)/g, '$1 ')

/** A reference with the digits marked that another one does not have in these places. */
export function MarkedReference({ reference, other }: { reference: string; other: string }) {
  const from = Array.from(reference).findIndex((digit, place) => digit !== other[place])
  if (from < 0 && reference.length <= other.length) return <>{spacedReference(reference)}</>
  const start = from < 0 ? other.length : from
  const isSameLength = reference.length === other.length
  const last = isSameLength
    ? Array.from(reference).findLastIndex((digit, place) => digit !== other[place])
    : start
  return (
    <>
      {Array.from(reference, (digit, place) => {
        const gap = place > 0 && place % 4 === 0 ? ' ' : ''
        const isMarked = place >= start && place <= last
        return (
          <span key={place}>
            {gap}
            {isMarked ? <b>{digit}</b> : digit}
          </span>
        )
      })}
    </>
  )
}
