import { json } from '../http.ts'
import type { Handler } from '../http.ts'

/** Why something could not be done, in words for the person who pressed the button. */
export class HttpError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export function withErrorReplies(handler: Handler): Handler {
  return async (request) => {
    try {
      return await handler(request)
    } catch (error) {
      if (error instanceof HttpError) return json(error.status, { error: error.message })
      throw error
    }
  }
}
