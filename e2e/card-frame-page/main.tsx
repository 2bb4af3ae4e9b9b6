import '#web/ui/figtree.css'
import '#web/ui/tokens.css'
import '#web/ui/foundation.css'
import { StrictMode, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { CardFrame, type CardFrameHandle } from '#web/features/card-entry/card-frame.tsx'
import { Button } from '#web/ui/button/button.tsx'
import type { Heard } from './heard.ts'
import './page.css'

const heard: Heard = { tokens: [], valid: [], renewals: [] }
Object.assign(window, { heard })

const addresses = JSON.parse(decodeURIComponent(location.hash.slice(1))) as string[]

/** What a page of the portal does with the card form, and no more. */
function Page() {
  const frame = useRef<CardFrameHandle>(null)
  const [isValid, setIsValid] = useState(false)
  const [address, setAddress] = useState(addresses[0] ?? '')
  const renew = () => {
    heard.renewals.push(address)
    setAddress(addresses[1] ?? address)
  }
  const hearValid = (valid: boolean) => {
    heard.valid.push(valid)
    setIsValid(valid)
  }
  return (
    <main className="page">
      <h1>Card details</h1>
      <CardFrame
        ref={frame}
        tokenizationUrl={address}
        onToken={(token) => void heard.tokens.push(token)}
        onValidChange={hearValid}
        onSubmit={() => frame.current?.checkOut()}
        onRenew={renew}
      />
      <Button disabled={!isValid} onClick={() => frame.current?.checkOut()}>
        Pay
      </Button>
    </main>
  )
}

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Page />
    </StrictMode>,
  )
}
