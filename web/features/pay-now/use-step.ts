import { useEffect } from 'react'
import { navigate, useSearch } from 'wouter/use-browser-location'
import { readEntry, rewriteEntry } from './attempt/payment-entry.ts'
import { pageAddress } from './return-address.ts'

export type Step = 'details' | 'method'

/**
 * The step at hand. Each is an entry of the browser's history, so that Back leads from the second to the first. The
 * second one shows only where `isReady` says that the first is filled in: an address can be kept for longer than that.
 */
export function useStep(isReady = true): [step: Step, goTo: (step: Step) => void] {
  const named = new URLSearchParams(useSearch()).get('step')
  const isTooEarly = named === 'method' && !isReady
  useEffect(() => {
    if (isTooEarly) rewriteEntry({})
  }, [isTooEarly])
  return [named === 'method' && isReady ? 'method' : 'details', goTo]
}

function goTo(step: Step): void {
  if (step === 'method') {
    navigate(pageAddress('method'), { state: { isSecond: true } })
    scrollTo(0, 0)
  } else if (readEntry().isSecond) history.back()
  else rewriteEntry({})
}
