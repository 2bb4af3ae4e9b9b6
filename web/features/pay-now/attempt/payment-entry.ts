import { navigate } from 'wouter/use-browser-location'
import type { Cents } from '#domain/money.ts'
import { pageAddress } from '../return-address.ts'

/** The state of a history entry. It survives a reload, and other tabs do not share it. */
export type PaymentEntry = {
  /** The attempt that was sent or settled here. */
  attempt?: string
  /** The session of a wallet in which it was paid. */
  session?: string
  /** The next steps with BPAY are shown, for this sum. */
  bpayAmount?: Cents
  /** The first step is the entry before it. */
  isSecond?: true
}

export function readEntry(): PaymentEntry {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null ? state : {}
}

/** Replaces the state of the current entry. */
export function rewriteEntry(entry: PaymentEntry, step?: string): void {
  navigate(pageAddress(step), { replace: true, state: entry })
}

/** Stays at the step, and keeps `isSecond`. */
export function noteInEntry(entry: PaymentEntry): void {
  const { isSecond } = readEntry()
  rewriteEntry(
    { ...entry, ...(isSecond && { isSecond }) },
    new URLSearchParams(location.search).get('step') ?? undefined,
  )
}
