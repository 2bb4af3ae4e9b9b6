import { ApiError } from './api-error.ts'
import { failureMessage } from '../ui/modal/failure-message.ts'

/** The server's message about the file is more precise than the refusal itself. */
export function whyRefused(error: unknown): string {
  const ofFile = error instanceof ApiError ? error.fields['file'] : undefined
  return [failureMessage(error), ofFile].filter(Boolean).join(' ')
}
