let changed: string | undefined

/** The payment that the schedule shows first when it opens next, by its due date. */
export function showChanged(dueOn: string): void {
  changed = dueOn
}

/** Returned only once, so that a later visit starts at the top. */
export function takeChanged(): string | undefined {
  const dueOn = changed
  changed = undefined
  return dueOn
}
