/** Breaks the promise of a dialog without a word: it stays open, and what it shows by then says the rest. */
export class StayOpen extends Error {
  readonly msg = ''
}
