import { useCallback, useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import type { bankQuestionCommand, CardFrameMessage, checkoutCommand } from '#contract/card-entry.ts'
import { cardFormLifeMs, cardFrameHeight, splitErrors } from '#domain/card-entry.ts'
import { askBank } from '../../stripe/ask-bank.ts'
import { readFrameMessage } from './frame-message.ts'

const command: typeof checkoutCommand = 'doCheckout'
const bankAsked: typeof bankQuestionCommand = 'bankAsked'
const patienceMs = 15_000

type Heard = {
  onOpen: () => void
  onToken: (token: string) => void
  onValidChange: (isValid: boolean) => void
  onCardChange?: ((card: TypedCard) => void) | undefined
  onSubmit?: (() => void) | undefined
}

/** What is known of a card while it is typed: never its number. */
export type TypedCard = NonNullable<NonNullable<CardFrameMessage['data']>['card']>

/**
 * The conversation with one card frame. Only that very window is listened to, only while it is on the frame's
 * origin, and nothing is said to any other.
 */
export function useFrameLine(iframe: RefObject<HTMLIFrameElement | null>, address: string, heard: Heard) {
  const { origin } = new URL(address)
  const [state, setState] = useState<'loading' | 'open' | 'lost' | 'expired'>('loading')
  const [height, setHeight] = useState(cardFrameHeight('valid'))
  // A ref, not state: a second press must be stopped before the next render.
  const progress = useRef<'idle' | 'asked' | 'done'>('idle')

  const listen = useEffectEvent((event: MessageEvent) => {
    if (event.origin !== origin || !event.source || event.source !== iframe.current?.contentWindow) return
    const message = readFrameMessage(event.data)
    if (!message) return
    if (state === 'loading') {
      setState('open')
      heard.onOpen()
    }
    const { token, clientSecret, card, isDeclined } = message.data ?? {}
    switch (message.message) {
      case 'TransactionComplete':
        if (progress.current !== 'asked' || token === undefined) return
        progress.current = 'done'
        return heard.onToken(token)
      case 'BankQuestion':
        if (progress.current === 'asked' && clientSecret !== undefined)
          void showQuestion(clientSecret, iframe.current?.contentWindow, origin)
        return
      case 'CardChanged':
        return card && heard.onCardChange?.(card)
      case 'SubmitRequested':
        return heard.onSubmit?.()
      case 'FormValid':
      case 'FormInvalid': {
        const isValid = message.message === 'FormValid'
        if (!isValid && progress.current === 'asked') progress.current = 'idle'
        setHeight(cardFrameHeight(isValid ? 'valid' : splitErrors(message.errors).length))
        heard.onValidChange(isValid)
        // What the bank refused can be sent again as it stands.
        if (isDeclined) heard.onValidChange(true)
      }
    }
  })

  useEffect(() => {
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [])

  const giveUp = useEffectEvent(() => {
    setState(state === 'loading' ? 'lost' : 'expired')
    setHeight(cardFrameHeight('valid'))
    heard.onValidChange(false)
  })
  useEffect(() => {
    if (state === 'lost' || state === 'expired') return
    // A frame that never speaks is broken; one that has spoken is good until its address expires.
    const timer = setTimeout(() => giveUp(), state === 'loading' ? patienceMs : cardFormLifeMs)
    return () => clearTimeout(timer)
  }, [state])

  const checkOut = useCallback(() => {
    const frame = iframe.current?.contentWindow
    if (progress.current !== 'idle' || !frame) return
    progress.current = 'asked'
    frame.postMessage(command, origin)
  }, [iframe, origin])
  return { state, height, checkOut }
}

/** The frame asks the processor what came of it, so it is told the same however the question ended. */
async function showQuestion(
  clientSecret: string,
  frame: Window | null | undefined,
  origin: string,
): Promise<void> {
  await askBank(clientSecret).catch(() => {})
  frame?.postMessage(bankAsked, origin)
}
