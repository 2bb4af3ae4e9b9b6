/** The header names. No schemas here, so that the browser can import this file without zod. */
export const regionHeader = 'X-Larkwell-Region'
export const clientRequestIdHeader = 'X-Larkwell-Client-Req-Id'
/** A reply header with a new session token, which replaces the old one. */
export const sessionTokenHeader = 'X-Larkwell-Session-Token'
/** A header of every reply that identifies the call in the logs. */
export const requestIdHeader = 'X-Request-Id'
/** The name of a file, percent-encoded if it is not plain ASCII. */
export const fileNameHeader = 'X-Filename'
/** Marks a repeated reply to the same request id. */
export const replayedHeader = 'Idempotent-Replayed'
