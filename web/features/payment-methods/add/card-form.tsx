import { useQuery } from '@tanstack/react-query'
import { useImperativeHandle, useRef, useState } from 'react'
import { call } from '../../../session/client.ts'
import { Button } from '../../../ui/button/button.tsx'
import { RefreshIcon } from '../../../ui/icon/refresh.tsx'
import { CardFrame, CardFrameWaiting, type CardFrameHandle } from '../../card-entry/card-frame.tsx'
import type { MethodFormProps } from './method-form.ts'
import { isRefusedForGood } from './use-add-method.ts'

/** A card, typed in its own frame. */
export function CardForm({ account, onReadyChange, onFilled, onStopped, onEnter, ref }: MethodFormProps) {
  const { address, isLost, renew } = useCardFormAddress(account.accountId)
  const frame = useRef<CardFrameHandle>(null)
  // A card whose saving failed for a reason that passes need not be typed again.
  const token = useRef<string>(undefined)
  const isAsked = useRef(false)

  function openAnother(): void {
    token.current = undefined
    isAsked.current = false
    onReadyChange(false)
    renew()
  }

  async function save(cardToken: string): Promise<void> {
    isAsked.current = false
    token.current = cardToken
    const error = await onFilled({ cardToken })
    if (isRefusedForGood(error)) openAnother()
  }

  function hearValid(isValid: boolean): void {
    onReadyChange(isValid)
    if (isValid || !isAsked.current) return
    isAsked.current = false
    onStopped()
  }

  useImperativeHandle(ref, () => ({
    submit() {
      if (token.current) return void save(token.current)
      isAsked.current = true
      frame.current?.checkOut()
    },
  }))

  if (isLost) {
    return (
      <div className="add-card__lost stack stack--center center muted" role="alert">
        <p>The card form could not be loaded.</p>
        <Button look="secondary" icon={RefreshIcon} onClick={openAnother}>
          Retry
        </Button>
      </div>
    )
  }
  if (!address) return <CardFrameWaiting />
  return (
    <CardFrame
      key={address}
      ref={frame}
      tokenizationUrl={address}
      onToken={(made) => void save(made)}
      onValidChange={hearValid}
      onSubmit={onEnter}
      onRenew={openAnother}
    />
  )
}

/** A form serves once and for half an hour, so every opening asks for its own. */
function useCardFormAddress(accountId: string) {
  const [opening, setOpening] = useState(() => crypto.randomUUID())
  const { data, isError } = useQuery({
    queryKey: ['card-form', accountId, opening],
    queryFn: ({ signal }) =>
      call('GET /api/portal/customer/account/:accountId/payment-page-details', {
        params: { accountId },
        signal,
      }),
    staleTime: Infinity,
    gcTime: 0,
    // The other ways to pay stay open.
    throwOnError: false,
  })
  return {
    address: data?.tokenizationUrl,
    isLost: isError,
    renew: () => setOpening(crypto.randomUUID()),
  }
}
