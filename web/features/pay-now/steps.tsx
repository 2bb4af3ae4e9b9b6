import type { Step } from './use-step.ts'
import '../../ui/steps/steps.css'

/** The current step, of two. */
export function Steps({ step }: { step: Step }) {
  return (
    <ol className="steps">
      <li
        className={step === 'method' ? 'is-done' : undefined}
        aria-current={step === 'details' ? 'step' : undefined}
      >
        Payment details
      </li>
      <li aria-current={step === 'method' ? 'step' : undefined}>Select payment method</li>
    </ol>
  )
}
