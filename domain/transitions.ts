/** From each status, the statuses that may follow it. What is not listed cannot happen. */
export type Transitions<Status extends string> = Readonly<Record<Status, readonly Status[]>>

export function mayFollow<Status extends string>(
  transitions: Transitions<Status>,
  from: Status,
  to: Status,
): boolean {
  return transitions[from].includes(to)
}

/** Thrown where code tries a step that the table does not have: a mistake of ours, never of a customer. */
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
