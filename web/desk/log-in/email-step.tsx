import { Button } from '../../ui/button/button.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { useArrivalFocus } from '../ui/focus/use-arrival-focus.ts'
import { submitting } from '../foundation/draft.ts'
import { count } from '../foundation/format.ts'
import type { useAction } from '../foundation/use-action.ts'

export type Act<Given extends unknown[]> = ReturnType<typeof useAction<Given, void>>

export function EmailStep({
  email,
  onChange,
  ask,
  sessionHours,
}: {
  email: string
  onChange: (email: string) => void
  ask: Act<[]>
  sessionHours?: number | undefined
}) {
  const field = useArrivalFocus<HTMLInputElement>()
  return (
    <>
      <div className="stack stack--4">
        <h1>Log in to the desk</h1>
        <p className="muted">We send a code to your mobile.</p>
      </div>
      <form className="pile" noValidate onSubmit={submitting(() => ask.run())}>
        <TextInput
          label="Work e-mail"
          type="email"
          autoComplete="username"
          ref={field}
          value={email}
          onChange={(event) => {
            ask.forget()
            onChange(event.currentTarget.value)
          }}
          error={ask.failure}
        />
        <Button type="submit" isBlock isBusy={ask.isBusy}>
          Send the code
        </Button>
      </form>
      <p className="xs muted">
        Everything you view and do here is recorded under your name.
        {sessionHours !== undefined && ` A session ends after ${count(sessionHours, 'hour')}.`}
      </p>
    </>
  )
}
