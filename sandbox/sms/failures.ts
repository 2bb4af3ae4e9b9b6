import { json } from '../http.ts'
import type { Answer } from '../http.ts'

/** Twilio's errors: a number, a message, and a page about it. */
export function refuse(status: number, code: number, message: string): Answer {
  return json(status, { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status })
}

export function failure(status: number): Answer {
  if (status === 401) {
    const answer = refuse(401, 20003, 'Authenticate')
    return { ...answer, headers: { ...answer.headers, 'www-authenticate': 'Basic realm="Twilio API"' } }
  }
  if (status === 429) return refuse(429, 20429, 'Too Many Requests')
  if (status === 503) return refuse(503, 20503, 'Service is unavailable. Please try again')
  return refuse(status, 20500, 'Internal Server Error')
}
