import { Heading } from '../../ui/heading/heading.tsx'
import { signUpNote } from './texts.ts'

/** New customers see on every step why they log in and what comes next. */
export function SignUpHead() {
  return (
    <>
      <Heading title="Log in to activate your account" />
      <p>{signUpNote}</p>
    </>
  )
}
