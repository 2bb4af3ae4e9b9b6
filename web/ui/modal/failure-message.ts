/** What the server says of a failed call is meant for the customer; anything else is a fault of ours. */
export function failureMessage(error: unknown): string {
  if (error instanceof Error && 'msg' in error && typeof error.msg === 'string') return error.msg
  reportError(error)
  return 'Oops, something went wrong.'
}
