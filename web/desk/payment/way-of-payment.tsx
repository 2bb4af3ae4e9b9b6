import type { PaymentStep } from '#contract/staff-payments.ts'
import type { Region } from '#domain/region.ts'
import { moment } from '../foundation/format.ts'
import { Timeline } from '../ui/timeline/timeline.tsx'
import { stateOf } from './payment-words.ts'

/** From its first record to what is still to come. */
export function WayOfPayment({ steps, region }: { steps: readonly PaymentStep[]; region: Region }) {
  return (
    <Timeline
      steps={steps.map((step) => ({
        title: step.title,
        state: stateOf(step),
        at: step.at ? moment(step.at, region) : step.state === 'Now' ? 'now' : '',
        ...(step.detail !== null && { detail: step.detail }),
      }))}
    />
  )
}
