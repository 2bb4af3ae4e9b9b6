import type { ComponentProps } from 'react'
import { lazyPart, useLazyPart } from '../../../lazy-part/lazy-part.ts'
import type { AddMethod } from './add-method.tsx'
import { PaymentMethodsSkeleton } from '../payment-methods-skeleton.tsx'

type AddMethodProps = ComponentProps<typeof AddMethod>

const form = lazyPart(() => import('./add-method.tsx'), 'AddMethod')

/** Brings the form ahead of the click, when somebody seems about to make it. */
export const loadAhead = () => void form.load()

/** Most who come to the page only look: the form comes when it is opened. */
export function LazyAddMethod(props: AddMethodProps) {
  const Form = useLazyPart(form)
  return Form ? <Form {...props} /> : <PaymentMethodsSkeleton />
}
