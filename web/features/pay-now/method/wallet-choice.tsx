import type { ComponentProps } from 'react'
import { lazyPart, useLazyPart } from '../../../lazy-part/lazy-part.ts'
import { ChoiceCard } from '../../../ui/choice/choice-card.tsx'
import { Choice } from '../../../ui/choice/choice.tsx'
import { DeviceIcon } from '../../../ui/icon/device.tsx'
import { IconMark } from '../../../ui/method-mark/method-mark.tsx'
import type { ExpressCheckout } from '../wallet/express-checkout.tsx'
import { otherMethods } from './method-offer.ts'

type ExpressCheckoutProps = ComponentProps<typeof ExpressCheckout>

const checkout = lazyPart(() => import('../wallet/express-checkout.tsx'), 'ExpressCheckout')

const texts = {
  label: 'Apple Pay / Google Pay',
  hint: 'Pay quickly and securely with your device',
  end: <IconMark icon={DeviceIcon} />,
}

/** The wallets of the device, whose own buttons pay. */
export function WalletChoice(props: ExpressCheckoutProps) {
  return (
    <Choice value={otherMethods.wallet} {...texts} isWide>
      <Wallets {...props} />
    </Choice>
  )
}

function Wallets(props: ExpressCheckoutProps) {
  const Checkout = useLazyPart(checkout)
  return Checkout ? <Checkout {...props} /> : null
}

/** Reserves the exact height until it is known whether there are any. */
export function WalletChoiceWaiting() {
  return (
    <div className="choice-waiting" inert>
      <ChoiceCard {...texts} isChosen={false} input={{ type: 'radio', disabled: true, readOnly: true }} />
    </div>
  )
}
