/** The header names of the wire. No schemas here, so that the browser can import this file for itself. */
export const regionHeader = 'X-Larkwell-Region'
export const clientRequestIdHeader = 'X-Larkwell-Client-Req-Id'
/** In a reply: a fresh session token to store in place of the old one. */
export const sessionTokenHeader = 'X-Larkwell-Session-Token'
/** In every reply: names the call in the logs. */
export const requestIdHeader = 'X-Request-Id'
/** With a file: its name, percent-encoded where it is not plain ASCII. */
export const fileNameHeader = 'X-Filename'
/** In a reply that was given before, to the same request id. */
export const replayedHeader = 'Idempotent-Replayed'
