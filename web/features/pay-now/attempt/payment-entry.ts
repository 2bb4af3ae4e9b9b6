import { navigate } from 'wouter/use-browser-location'
import type { Cents } from '#domain/money.ts'
import { pageAddress } from '../return-address.ts'

/** What an entry of the browser's history knows of a payment. It survives a reload, and other tabs do not share it. */
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

/** Says something else of the entry at hand. */
export function rewriteEntry(entry: PaymentEntry, step?: string): void {
  navigate(pageAddress(step), { replace: true, state: entry })
}

/** Stays at the step; whether the first one is behind it is still true. */
export function noteInEntry(entry: PaymentEntry): void {
  const { isSecond } = readEntry()
  rewriteEntry(
    { ...entry, ...(isSecond && { isSecond }) },
    new URLSearchParams(location.search).get('step') ?? undefined,
  )
}
