import type { SentCode } from '#contract/wire.ts'
import { codeGapMs } from '#domain/login.ts'
import { isRefused } from './api-error.ts'

export type JustSent = {
  /** How long ago the last code was sent. */
  agoMs: number
  /** How long until another one may be asked for. */
  waitMs: number
  /** Where it went, if the call says so. */
  sentCode: SentCode | null
}

/**
 * The refusal of another code because one was sent a moment ago; undefined for any other failure. It is no trouble: the
 * last code still works.
 */
export function justSent(error: unknown): JustSent | undefined {
  if (!isRefused(error) || error.code !== 'code_just_sent') return undefined
  const waitMs = Math.min((error.retryAfterSeconds ?? 0) * 1000, codeGapMs)
  return { waitMs, agoMs: codeGapMs - waitMs, sentCode: error.sentCode }
}
