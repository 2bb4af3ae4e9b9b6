import { useEffect, useRef } from 'react'
import { Alert } from '../../../ui/alert/alert.tsx'
import type { PaymentHandle } from '../attempt/payment-progress.ts'

/** What became of a try after which the steps are shown again. */
export function PaymentNotice({ payment: { progress } }: { payment: PaymentHandle }) {
  const notice = progress.at === 'open' ? progress.notice : null
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // After the press the payer is at the end of the page.
    if (notice !== null) element.current?.scrollIntoView({ block: 'center' })
  }, [notice])
  if (notice === null) return null
  return (
    <div ref={element}>
      <Alert variant="info">{notice}</Alert>
    </div>
  )
}
