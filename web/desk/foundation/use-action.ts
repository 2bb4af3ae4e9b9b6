import { useRef, useState } from 'react'
import { failureText } from './failure.ts'

/** Something that a person starts. A second press while it runs does nothing. */
export function useAction<Given extends unknown[], Result>(act: (...given: Given) => Promise<Result>) {
  const running = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  async function run(...given: Given): Promise<Result | undefined> {
    if (running.current) return undefined
    running.current = true
    setBusy(true)
    setError(undefined)
    try {
      return await act(...given)
    } catch (caught) {
      setError(caught)
      return undefined
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return {
    run,
    isBusy,
    error,
    failure: error === undefined ? undefined : failureText(error),
    forget: () => setError(undefined),
  }
}
