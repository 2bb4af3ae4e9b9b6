import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { openUkBankElement, type UkBankElement } from './uk-bank-element.ts'

const patienceMs = 20_000
const didNotLoad = 'Failed to load Stripe.js'
const enterAgain = 'Please enter your bank account again.'

type Heard = {
  onCompleteChange: (isComplete: boolean) => void
  onSetUp: (stripePaymentMethodId: string) => void
  onTrouble: (message: string) => void
}

type State = { step: 'loading' | 'open' } | { step: 'lost'; message: string }

/** The provider's form in `place`, from its script to the id of the bank account that was set up in it. */
export function useUkBankElement(place: RefObject<HTMLElement | null>, accountId: string, heard: Heard) {
  const [state, setState] = useState<State>({ step: 'loading' })
  const [attempt, setAttempt] = useState(1)
  const element = useRef<UkBankElement>(undefined)
  // A ref, not state: a second press must be stopped before the next render.
  const isAsked = useRef(false)
  const isDone = useRef(false)

  const show = useEffectEvent((next: State) => {
    setState(next)
    if (next.step === 'lost') heard.onCompleteChange(false)
  })
  const tellComplete = useEffectEvent((isComplete: boolean) => heard.onCompleteChange(isComplete))

  useEffect(() => {
    const end = new AbortController()
    const lose = (error?: unknown) => {
      if (end.signal.aborted) return
      close()
      show({ step: 'lost', message: error instanceof ApiError ? error.msg : didNotLoad })
    }
    const timer = setTimeout(lose, patienceMs)
    function close() {
      end.abort()
      clearTimeout(timer)
      element.current?.close()
      element.current = undefined
      isAsked.current = false
      isDone.current = false
    }
    async function open() {
      if (!place.current) return
      const heardOfForm = {
        onReady() {
          clearTimeout(timer)
          show({ step: 'open' })
        },
        onCompleteChange: tellComplete,
        onLost: lose,
      }
      element.current = await openUkBankElement(place.current, accountId, heardOfForm, end.signal)
    }
    open().catch(lose)
    return close
  }, [place, accountId, attempt])

  async function confirm(): Promise<void> {
    const request = element.current
    if (isAsked.current) return
    if (!request) return heard.onTrouble(didNotLoad)
    if (isDone.current) {
      // What was set up was not wanted in the end, and an intent is good for one bank account only.
      retry()
      return heard.onTrouble(enterAgain)
    }
    isAsked.current = true
    const outcome = await request.confirm()
    // If the customer chose something else by now, nothing is shown; the provider informs the server of the outcome.
    if (element.current !== request) return
    isAsked.current = false
    isDone.current = outcome.kind === 'done'
    if (outcome.kind === 'done') return heard.onSetUp(outcome.methodId)
    if (outcome.kind === 'over') retry()
    heard.onTrouble(outcome.message)
  }

  function retry(): void {
    setState({ step: 'loading' })
    heard.onCompleteChange(false)
    setAttempt(attempt + 1)
  }

  return { state, confirm, retry }
}
