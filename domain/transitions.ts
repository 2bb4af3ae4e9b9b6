/** The statuses that may follow each status. Anything else is not allowed. */
export type Transitions<Status extends string> = Readonly<Record<Status, readonly Status[]>>

export function mayFollow<Status extends string>(
  transitions: Transitions<Status>,
  from: Status,
  to: Status,
): boolean {
  return transitions[from].includes(to)
}

/** Thrown when code attempts a transition that is not in the table: a bug, never a customer's mistake. */
export class IllegalTransition extends Error {
  constructor(what: string, from: string, to: string) {
    super(`${what} cannot go from ${from} to ${to}`)
    this.name = 'IllegalTransition'
  }
}

export function checkTransition<Status extends string>(
  what: string,
  transitions: Transitions<Status>,
  from: Status,
  to: Status,
): void {
  if (!mayFollow(transitions, from, to)) throw new IllegalTransition(what, from, to)
}
