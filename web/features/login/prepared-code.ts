import { readSettings } from '../../session/settings.ts'

type PreparedCode = { code: string; lastDigits: string }

let code = ''

/**
 * The code of a log-in that was prepared outside the portal: `#code=123456&ending=427`. Only where there is a sandbox;
 * elsewhere the fragment means nothing.
 */
export function readPreparedCode(fragment: string, sandboxUrl: string | null): PreparedCode | null {
  const params = new URLSearchParams(fragment.slice(1))
  const digits = params.get('code') ?? ''
  if (sandboxUrl === null || !/^\d{6}$/.test(digits)) return null
  return { code: digits, lastDigits: params.get('ending') ?? '' }
}

/** Takes it out of the address, and says to which number it went. */
export function takePreparedCode(): string | null {
  const given = readPreparedCode(location.hash, readSettings().sandboxUrl)
  if (given === null) return null
  code = given.code
  history.replaceState(history.state, '', location.pathname + location.search)
  return given.lastDigits
}

/** Empty when the customer has to type it. */
export function preparedCode(): string {
  return code
}

/** It works only once. */
export function dropPreparedCode(): void {
  code = ''
}
