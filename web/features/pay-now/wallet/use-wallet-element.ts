import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { isRefused } from '../../../api/api-error.ts'
import { followLook } from '../../../stripe/element-look.ts'
import {
  openWalletElement,
  WalletFault,
  type Payer,
  type WalletConfirmation,
  type WalletElementHeard,
} from './wallet-element.ts'
import { forgetWalletSession } from './wallet-session.ts'

const patienceMs = 20_000
const didNotLoad = 'Apple Pay and Google Pay could not be loaded.'

type Heard = {
  onConfirm: (asked: WalletConfirmation) => void
  onPaidBefore: (checkoutSessionId: string) => void
  /** The page turned dark or light; buttons have the colour that they were made with. */
  onLookChange: () => void
}

export type WalletElementState =
  | { step: 'loading' | 'open' }
  /** Nobody has set up a wallet on this device. */
  | { step: 'none' }
  | { step: 'lost'; message: string }

/** The wallets' buttons in `place`, for as long as payer and amount stay the same. */
export function useWalletElement(place: RefObject<HTMLElement | null>, payer: Payer, heard: Heard) {
  const [state, setState] = useState<WalletElementState>({ step: 'loading' })
  const pay = useEffectEvent((confirmation: WalletConfirmation) => heard.onConfirm(confirmation))
  const endPaid = useEffectEvent((checkoutSessionId: string) => heard.onPaidBefore(checkoutSessionId))
  const changeLook = useEffectEvent(() => heard.onLookChange())
  const open = useEffectEvent((into: HTMLElement, notified: WalletElementHeard, signal: AbortSignal) =>
    openWalletElement(into, payer, notified, signal),
  )

  useEffect(() => {
    const end = new AbortController()
    let close: (() => void) | undefined
    const lose = (error?: unknown) => {
      if (end.signal.aborted) return
      end.abort()
      close?.()
      close = undefined
      forgetWalletSession()
      setState({ step: 'lost', message: messageOf(error) })
    }
    const timer = setTimeout(() => lose(), patienceMs)
    const told: WalletElementHeard = {
      onReady(hasWallet) {
        clearTimeout(timer)
        setState({ step: hasWallet ? 'open' : 'none' })
      },
      onLost: lose,
      onConfirm: (request) => pay(request),
      onPaidBefore(checkoutSessionId) {
        clearTimeout(timer)
        endPaid(checkoutSessionId)
      },
    }
    async function begin(into: HTMLElement) {
      const opened = await open(into, told, end.signal)
      if (end.signal.aborted) opened()
      else close = opened
    }
    if (place.current) begin(place.current).catch(lose)
    const stopFollowing = followLook(() => changeLook())
    return () => {
      end.abort()
      clearTimeout(timer)
      stopFollowing()
      close?.()
    }
  }, [place])

  return state
}

function messageOf(error: unknown): string {
  if (isRefused(error)) return error.msg
  return error instanceof WalletFault ? error.message : didNotLoad
}
