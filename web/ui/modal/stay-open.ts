/** Rejects a dialog's promise without an error message, so that the dialog stays open. */
export class StayOpen extends Error {
  readonly msg = ''
}
