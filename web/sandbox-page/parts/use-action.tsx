import { useState, type ReactNode } from 'react'
import { Alert } from '../../ui/alert/alert.tsx'
import { useBusy } from '../../ui/button/use-busy.ts'

type Say = (text: string) => void

/** Runs one action at a time. What it says meanwhile, the text it returns, or why it failed, is shown as `outcome`. */
export function useAction() {
  const [, run] = useBusy()
  const [outcome, setOutcome] = useState<ReactNode>()
  const say: Say = (text) => setOutcome(<Alert variant="info">{text}</Alert>)
  function act(action: (say: Say) => Promise<unknown>): void {
    run(async () => {
      try {
        const text = await action(say)
        setOutcome(typeof text === 'string' && <Alert variant="success">{text}</Alert>)
      } catch (error) {
        setOutcome(<Alert variant="error">{error instanceof Error ? error.message : String(error)}</Alert>)
      }
    })
  }
  return { outcome, act }
}
