import { ApiError } from '../../api/api-error.ts'

/** What went wrong, in words for our people. */
export function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong on this page. Nothing was sent.'
  if (error.status === 0)
    return 'The server could not be reached. The action may or may not have been carried out: check before you try again.'
  if (error.status >= 500)
    return `Something went wrong on the server, and nothing was done.${error.requestId ? ` It is logged as ${error.requestId}.` : ''}`
  return error.msg
}

/** The same where something was only read: there is nothing that may or may not have been done. */
export const readFailureText = (error: unknown): string =>
  error instanceof ApiError && error.status === 0 ? 'The server could not be reached.' : failureText(error)

export const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404
