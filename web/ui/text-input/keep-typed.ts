import type { ChangeEvent } from 'react'

/** The text a field keeps when it changes from `previous` to `typed`. */
export type Keep = (previous: string, typed: string) => string

/** Digits with up to two decimals. Nine digits are the maximum of the API. */
export const keepAmount = keep(/^\d{0,9}(\.\d{0,2})?$/, /^(\d{1,3}(,\d{3}){0,2},\d{0,2}|\d{1,9}e\d{0,2})$/i)

const keepPercentWithPoint = keep(/^(\d{0,2}(\.\d{0,2})?|100)$/, /^\d{1,3}e\d{0,2}$/i)

/** Up to two digits with up to two decimals, or 100. A percentage has no thousands, so its comma is a decimal one. */
export const keepPercent: Keep = (previous, typed) =>
  keepPercentWithPoint(previous, typed.replace(/^(\d{1,2}),(\d{0,2}\s*%?)$/, '$1.$2'))

/**
 * A key that would make the text invalid is ignored. Pasted text loses its sign, its grouping and surplus decimals,
 * but no other digit. What may mean another number if a key of it were ignored, "7,5" or "1e5", stays in sight: it is
 * not read as a number, and the form says so.
 */
function keep(pattern: RegExp, doubtful: RegExp): Keep {
  return (previous, typed) => {
    if (pattern.test(typed)) return typed
    if (isOneKey(previous, typed)) {
      if (doubtful.test(typed)) return typed
      const grouped = withoutTrimmings(typed)
      return doubtful.test(previous) && pattern.test(grouped) ? grouped : previous
    }
    const cleaned = withoutTrimmings(typed)
    return pattern.test(cleaned) ? cleaned : previous
  }
}

/** Whether exactly one character was inserted. */
function isOneKey(previous: string, typed: string): boolean {
  if (typed.length !== previous.length + 1) return false
  for (let index = 0; index < typed.length; index++)
    if (typed.slice(0, index) + typed.slice(index + 1) === previous) return true
  return false
}

function withoutTrimmings(typed: string): string {
  const bare = typed.replaceAll(/[\s$£%]/g, '')
  // A comma that does not group three digits may be a decimal comma, so it is not guessed at.
  const ungrouped = /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(bare) ? bare.replaceAll(',', '') : bare
  return ungrouped.replace(/^(\d*\.\d{2})\d+$/, '$1')
}

/** Returns the text to keep. When a key is ignored, the cursor is restored; otherwise it would jump to the end. */
export function keptText(event: ChangeEvent<HTMLInputElement>, previous: string, keepTyped: Keep): string {
  const input = event.currentTarget
  const typed = input.value
  const kept = keepTyped(previous, typed)
  if (kept === previous && typed !== previous) {
    const cursor = Math.max(0, (input.selectionStart ?? 0) - (typed.length - previous.length))
    queueMicrotask(() => input.setSelectionRange(cursor, cursor))
  }
  return kept
}
