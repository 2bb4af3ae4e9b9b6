import { useImperativeHandle, useRef, useState, type Ref } from 'react'
import { cardFrameHeight } from '#domain/card-entry.ts'
import { Button } from '../../ui/button/button.tsx'
import { CautionIcon } from '../../ui/icon/caution.tsx'
import { RefreshIcon } from '../../ui/icon/refresh.tsx'
import { Bone, Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { useFrameLine, type TypedCard } from './use-frame-line.ts'
import './card-frame.css'

export type CardFrameHandle = {
  /** Has the card checked. Either `onToken` follows, or `onValidChange(false)`. */
  checkOut: () => void
}

type CardFrameProps = {
  /** The frame's page. A newer address is taken when the frame has to be loaded again, not while somebody types. */
  tokenizationUrl: string
  /** Called once, with the token of the card. */
  onToken: (token: string) => void
  onValidChange: (isValid: boolean) => void
  onCardChange?: (card: TypedCard) => void
  /** Enter was pressed in the form. */
  onSubmit?: (() => void) | undefined
  /** Asks for a new address: the old one has served its time, or leads nowhere. */
  onRenew?: () => void
  ref?: Ref<CardFrameHandle>
}

/** The form in which a card is typed. It is a page of another origin: all that comes out of it is a token. */
export function CardFrame({ tokenizationUrl, onRenew, ...rest }: CardFrameProps) {
  const [address, setAddress] = useState(tokenizationUrl)
  const [attempt, setAttempt] = useState(1)
  const [isOpen, setIsOpen] = useState(false)
  if (!isOpen && address !== tokenizationUrl) setAddress(tokenizationUrl)
  const retry = () => {
    setIsOpen(false)
    setAttempt(attempt + 1)
    onRenew?.()
  }
  return (
    <OneFrame
      {...rest}
      // A new frame for each try: what a former one still says comes from a window that nobody listens to.
      key={`${attempt} ${address}`}
      address={address}
      onOpen={() => setIsOpen(true)}
      onRetry={retry}
    />
  )
}

type OneFrameProps = Omit<CardFrameProps, 'tokenizationUrl' | 'onRenew'> & {
  address: string
  onOpen: () => void
  onRetry: () => void
}

function OneFrame({ address, ref, onRetry, ...heard }: OneFrameProps) {
  const iframe = useRef<HTMLIFrameElement>(null)
  const { state, height, checkOut } = useFrameLine(iframe, address, heard)
  useImperativeHandle(ref, () => ({ checkOut }), [checkOut])
  if (state === 'lost' || state === 'expired')
    return <CardFrameLost isExpired={state === 'expired'} onRetry={onRetry} />
  return (
    <div className={state === 'loading' ? 'card-frame card-frame--loading' : 'card-frame'}>
      <iframe
        ref={iframe}
        src={address}
        title="Card details"
        allow="payment"
        // Nothing in it leads the portal elsewhere.
        // oxlint-disable-next-line react/iframe-missing-sandbox -- only a page of our own origin could undo it
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox"
        style={{ height }}
      />
      {state === 'loading' && <CardFrameSkeleton />}
    </div>
  )
}

/** Shown instead of the form. */
export function CardFrameLost({ isExpired = false, onRetry }: { isExpired?: boolean; onRetry: () => void }) {
  return (
    <div
      className="card-frame card-frame__lost stack stack--center center muted"
      role="alert"
      style={{ height: cardFrameHeight('valid') }}
    >
      <CautionIcon />
      <p>
        {isExpired
          ? 'The card form has expired. Please enter your card again.'
          : 'The card form could not be loaded.'}
      </p>
      <Button look="secondary" icon={RefreshIcon} onClick={onRetry}>
        {isExpired ? 'Open a new form' : 'Retry'}
      </Button>
    </div>
  )
}

/** Shown while the form's address is loading. */
export function CardFrameWaiting() {
  return (
    <div className="card-frame" style={{ height: cardFrameHeight('valid') }}>
      <CardFrameSkeleton />
    </div>
  )
}

function CardFrameSkeleton() {
  return (
    <div className="card-frame__loading" style={{ height: cardFrameHeight('valid') }}>
      <Skeleton label="Loading the card form">
        <Bone width="90px" />
        <Bone height={48} />
        <span className="card-frame__pair">
          <Bone width="50px" top={5} />
          <Bone width="80px" top={5} />
          <Bone height={48} />
          <Bone height={48} />
        </span>
        <Bone width="100px" top={5} />
        <Bone height={48} />
      </Skeleton>
    </div>
  )
}
