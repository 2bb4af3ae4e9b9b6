import { useRef, useState } from 'react'

/** Runs one action at a time. Presses during it are ignored, so a double click makes one call. */
export function useBusy(): [isBusy: boolean, run: (action: () => Promise<void>) => void] {
  const [isBusy, setBusy] = useState(false)
  const isRunning = useRef(false)
  function run(action: () => Promise<void>) {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    void action().finally(() => {
      isRunning.current = false
      setBusy(false)
    })
  }
  return [isBusy, run]
}
