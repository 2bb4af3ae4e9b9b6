import { useEffect, type ComponentProps } from 'react'
import { lazyPart, useLazyPart } from '../../../lazy-part/lazy-part.ts'
import { Bone, Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import type { MethodStep as WholeMethodStep } from './method-step.tsx'

type MethodStepProps = ComponentProps<typeof WholeMethodStep>

const methodStep = lazyPart<MethodStepProps>(() =>
  import('./method-step.tsx').then((module) => module.MethodStep),
)

/** The first step shows without waiting for the second, which then loads in the background. */
export function useMethodStepSoon(): void {
  useEffect(() => void methodStep.load(), [])
}

export function MethodStep(props: MethodStepProps) {
  const Step = useLazyPart(methodStep)
  if (Step) return <Step {...props} />
  return (
    <Skeleton label="Loading the payment methods">
      <Bone width="220px" height={28} />
      <Bone height={72} />
      <Bone height={72} />
      <Bone height={52} />
    </Skeleton>
  )
}
