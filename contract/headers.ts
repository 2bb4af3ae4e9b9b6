/** The header names. No schemas here, so that the browser can import this file without zod. */
export const regionHeader = 'X-Larkwell-Region'
export const clientRequestIdHeader = 'X-Larkwell-Client-Req-Id'
/** In a reply: a new session token that replaces the old one. */
export const sessionTokenHeader = 'X-Larkwell-Session-Token'
/** In every reply: identifies the call in the logs. */
export const requestIdHeader = 'X-Request-Id'
/** With a file: its name, percent-encoded if it is not plain ASCII. */
export const fileNameHeader = 'X-Filename'
/** In a repeated reply to the same request id. */
export const replayedHeader = 'Idempotent-Replayed'
