/** The server's messages are meant for the customer; any other error is our own fault. */
export function failureMessage(error: unknown): string {
  if (error instanceof Error && 'msg' in error && typeof error.msg === 'string') return error.msg
  reportError(error)
  return 'Oops, something went wrong.'
}
